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

#include "cc/units.h"

/* Adds foreign units and functions, and sets the fenv flag when code outside
 * the runtime loads MXCSR. */
void foreign_list(
	struct draft *d, const struct image *exe, const struct units *units);

#endif
