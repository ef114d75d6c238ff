/* SPDX-License-Identifier: MIT */
/* shrink.h - the schedule of a bug with fewer preemptions, for those who read
 * it
 *
 * A search that goes from one execution to the next finds a bug with whatever
 * came before it: preemptions that the bug does not need.  Executions cost
 * microseconds, so a short while is spent on simpler ones that fail in the same
 * way (search/strategy/shrink.c).
 */
#ifndef CLI_SHRINK_H
#define CLI_SHRINK_H

#include "cli/processes/processes.h"
#include "cli/words/options.h"
#include "report/result.h"

/* Of each bug that was not yet replayed, but for data races.  What goes wrong
 * here goes wrong in silence: then a schedule stays as it was found. */
void shrink(struct processes *all, const struct options *o, struct result *r);

/* Of one bug, with `milliseconds` of CPU time, until `deadline_ns` (0: as
 * crew.h has it), `executions` at most (0: as many as there are);
 * found->as_found stays what it was before the first time. */
void shrink_once(struct processes *all, uint64_t milliseconds,
	uint64_t deadline_ns, uint64_t executions, struct found *found);

/* In a fresh channel: executions like that of its schedule, as a strategy makes
 * them that is given one. */
void shrink_prepare(
	struct channel *c, const struct found *found, const char *strategy);
/* The schedule that came of it, c->shorter choices long; NULL: none did. */
const struct choice *shrink_made(const struct channel *c);

/* As it was found, again. */
void shrink_undo(struct found *found);

#endif
