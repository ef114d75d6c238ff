/* SPDX-License-Identifier: MIT */
/* entry.h - what the program does before and behind main
 *
 * linked.c has it where the runtime was linked into the program, preloaded.c
 * where it was loaded beside it.  main_run, of driver.h, is theirs as well.
 */
#ifndef NATIVE_ENTRY_H
#define NATIVE_ENTRY_H

#include <stdbool.h>

/* The executable's destructors, last first; false: there are none. */
bool entry_destroy(void);
/* Are there any? */
bool entry_destroys(void);

#endif
