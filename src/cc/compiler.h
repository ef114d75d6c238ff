/* SPDX-License-Identifier: MIT */
/* compiler.h - which compiler runs
 *
 * --compiler gcc|clang|PATH, else gcc; the environment variable SCARP_COMPILER
 * replaces the value, so that a build can be switched from outside.  For C++ a
 * C driver's name is turned into its C++ driver's: gcc-12 becomes g++-12.
 */
#ifndef CC_COMPILER_H
#define CC_COMPILER_H

#include "cc/request.h"

/* Takes scarp's own options off `line`; the others are appended to *rest.
 * Fills program, family, keep_o and no_plugin of *r. */
int compiler_pick(struct request *r, const struct args *line, struct args *rest,
	struct err *err);

#endif
