/* SPDX-License-Identifier: MIT */
/* foreign.h - code in an executable that scarp cc did not compile
 *
 * A function is foreign when it is neither the runtime's, nor the start-up
 * code's, nor in a unit that was instrumented: assembly, a prebuilt archive, a
 * file compiled by plain gcc.  Functions marked no_sanitize inside an
 * instrumented unit are not seen here.
 */
#ifndef CC_FOREIGN_H
#define CC_FOREIGN_H

#include "cc/args.h"
#include "cc/units.h"

/* Adds foreign units, and functions under the name of the input that defines
 * them, if `line` has it; sets the fenv flag when code outside the runtime
 * loads MXCSR, or asks which exceptions of floating point there were; and notes
 * instructions that read a clock or make random numbers. */
void foreign_list(struct draft *d, const struct image *exe,
	const struct units *units, const struct args *line);

#endif
