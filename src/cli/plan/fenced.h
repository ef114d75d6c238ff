/* SPDX-License-Identifier: MIT */
/* fenced.h - the stores of a line: --fence FILE:LINE
 *
 * Which of the test's stores are treated as sequentially consistent is known by
 * their addresses before it runs, so that the test is not compiled again.  A
 * store belongs to the line of the first function that is no header's of the
 * system.  Where the compiler inlined what such a header has, the debug
 * information says so; where it did not (std::atomic::store without
 * optimisation), the stack does, at run time: then all code of the line is
 * named, and a directive of its own names the header's functions.
 */
#ifndef CLI_FENCED_H
#define CLI_FENCED_H

#include "cli/plan/ranges.h"
#include "replay/symbols.h"
#include "report/result.h"

/* All stores of the test, once for as many lines as there are. */
struct fenced;

/* NULL: err says why.  `program` is the first module of the channel. */
struct fenced *fenced_new(const struct channel *c, struct symbols *symbols,
	const char *program, struct err *err);
void fenced_free(struct fenced *f);

/* Adds what `word` names, FILE:LINE, as the directive of that number.
 * ERR_USAGE: it is none, or there is no store. */
int fenced_line(struct fenced *f, const char *word, struct ranges *ranges,
	uint32_t directive, struct err *err);
/* Is such a store made by functions of the system's headers?  Then theirs are
 * added as that directive. */
bool fenced_through(
	struct fenced *f, struct ranges *ranges, uint32_t directive);

/* What a verdict has to say of them. */
void fenced_settle(const struct channel_filters *filters, struct result *r);

#endif
