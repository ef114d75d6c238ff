/* SPDX-License-Identifier: MIT */
/* filter.h - which of the user's arguments reach the compiler
 *
 * Dropped silently, because nothing the user asked for is lost: the -O that is
 * replaced, _FORTIFY_SOURCE, -s, -gsplit-dwarf.  Dropped and listed: -flto*,
 * other sanitizers, -static-lib*, and an executable's version script.
 */
#ifndef CC_FILTER_H
#define CC_FILTER_H

#include "cc/request.h"

/* Sorts `line` into kept and dropped of *r, whose other fields are set. */
void filter(struct request *r, const struct args *line);

#endif
