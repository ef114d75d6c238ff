/* SPDX-License-Identifier: MIT */
/* given.h - descriptors and files of scarp's, and calls of the kernel's
 *
 * The kernel does not know them: it would say EBADF, or look at another file of
 * its own, and the test would take a path that it never takes natively.  So the
 * run ends with an error that says what is not modelled.
 *
 * Cost     a scan of the table for each function that a module calls in a
 * library, once; a few loads for each call of one that it has.
 */
#ifndef NATIVE_KERNEL_GIVEN_H
#define NATIVE_KERNEL_GIVEN_H

#include <stdint.h>

/* Which arguments of the function are descriptors, as bits, and whether it goes
 * by names of files; 0: none that matter here. */
unsigned given_numbers(const char *name);
/* Refuses the call if one of them stands for a file that scarp models, or names
 * were changed. */
void given(const char *name, unsigned which, const uint64_t *argument,
	uint64_t pc);

#endif
