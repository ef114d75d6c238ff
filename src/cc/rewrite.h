/* SPDX-License-Identifier: MIT */
/* rewrite.h - which arguments scarp adds
 *
 * The one place that knows the flags: `scarp cc` passes them and `scarp flags`
 * prints them.  docs/cc.md says why each is there.
 */
#ifndef CC_REWRITE_H
#define CC_REWRITE_H

#include "cc/request.h"
#include "cc/resources.h"

/* What compiling needs, for the request's family and language. */
void rewrite_compile(struct args *out, const struct request *r,
	const struct resources *from);

/* What linking needs, to stand before the user's arguments. */
void rewrite_link(struct args *out, const struct request *r,
	const struct resources *from);

/* What linking needs, to stand behind them. */
void rewrite_runtime(struct args *out, const struct request *r,
	const struct resources *from);

/* The whole line, the compiler's name first. */
void rewrite(struct args *out, const struct request *r,
	const struct resources *from);

#endif
