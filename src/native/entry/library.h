/* SPDX-License-Identifier: MIT */
/* library.h - begin and end of shared libraries that scarp cc built
 *
 * The loader would run their constructors before anything of ours, once and
 * with nobody in control.  They are held back, run at the beginning of every
 * execution, in the loader's order (a library behind those that it needs), and
 * their destructors at its end, in the opposite one.  Other libraries are left
 * to the loader, and so are those that one of them needs whose constructors
 * it runs (scope constructors_before).
 *
 * Source   System V ABI, "Initialization and Termination Functions": an
 *          executable's DT_PREINIT_ARRAY comes before all of them.
 */
#ifndef NATIVE_ENTRY_LIBRARY_H
#define NATIVE_ENTRY_LIBRARY_H

#include <stdbool.h>
#include <stdint.h>

/* From the program's .preinit_array, where executions are to come. */
void library_hold(void);
/* Is it held back, the one whose memory begins there? */
bool library_held(uint64_t start);

void library_construct(int argc, char **argv, char **envp);
/* No executions came: they run now, and nothing is held.  (What they register
 * for the end of the process comes before the program's destructors.) */
void library_release(int argc, char **argv, char **envp);
/* Runs what the constructors of the one there told __cxa_atexit. */
typedef void (*library_handlers)(uint64_t start, uint64_t end);
/* Destructors, and behind those of each library its handlers. */
bool library_destroy(library_handlers run);
bool library_destroys(void);

#endif
