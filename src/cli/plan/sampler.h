/* SPDX-License-Identifier: MIT */
/* sampler.h - the sampler of iterative deepening: when it runs, and how long
 *
 * It explores nothing to the end, but finds at once what is easy to find.  So
 * it gets a little of the budget early, and most of it where estimates say that
 * nothing will be proven; the last part of it when nothing is going to end in
 * that; and, when all is proven but what depends on freed
 * memory that is handed out again, a look at that.  What is left over in the
 * end it shares with a search that goes by the number of preemptions: that
 * comes to no end, either, but proves something on its way.
 *
 * Callers  deepen.c, which lets it run, and deepen_run.c, which starts it.
 */
#ifndef CLI_SAMPLER_H
#define CLI_SAMPLER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct channel;
struct channel_config;
struct crew;
struct deepen;
struct options;
struct processes;

/* One process of the first and the last, any number of the second. */
enum sampler_kind {
	SAMPLER_SIZE,	/* counts traces, for a moment */
	SAMPLER_RANDOM, /* by chance: strategy portfolio */
	SAMPLER_BOUNDS	/* all schedules with few preemptions, fewest first */
};

struct sampler {
	enum sampler_kind next; /* of the process that is started next */
	bool may;		/* there may be one */
	double got;	     /* time that samplers got, in the budget's unit */
	uint64_t counted_ns; /* when that was counted last */
	int reuse; /* worker that hands freed memory out again, when all else is
		      proven; -1: not yet */
	uint64_t reuse_ns, reuse_most; /* until then, or so many executions */
};

void sampler_init(struct sampler *s, const struct options *o);

/* Now and then: the time that samplers got. */
void sampler_count(struct deepen *d, const struct crew *crew);

/* Executions of theirs that were cut. */
uint64_t sampler_cut(const struct deepen *d, const struct crew *crew);

/* How many of them work now. */
unsigned sampler_busy(const struct deepen *d, const struct crew *crew);

/* It has not had its early share; `left` is of the budget. */
bool sampler_early(
	const struct deepen *d, const struct crew *crew, double left);
/* ... and none works. */
bool sampler_due(const struct deepen *d, const struct crew *crew, double left);
/* The last part has begun, in which only what will end keeps it waiting. */
bool sampler_late(const struct deepen *d, double left);

/* All is proven but for freed memory: a look at that, as samplers take, which
 * had no turn.  False: there is no more to be seen. */
bool sampler_looks_at_reuse(struct deepen *d, struct processes *all,
	struct crew *crew, struct err *err);

/* The first one counts traces (search/size.h); what it has found out. */
void sampler_hear(struct deepen *d, const struct channel *c);
/* That is enough. */
bool sampler_has_counted(const struct deepen *d, const struct channel *c);

/* Whose turn it is: a process that rests, or -1: one is to be started, of the
 * kind that `next` says then. */
int sampler_pick(struct deepen *d, const struct crew *crew);
/* The other kind has had less of the time that is left over. */
bool sampler_takes_turns(
	const struct deepen *d, const struct crew *crew, unsigned i);
/* Is it the one that goes bound by bound? */
bool sampler_bounds(const struct channel *c);

/* What is different from the process of a job. */
void sampler_configure(const struct deepen *d, const struct crew *crew,
	struct channel_config *config);

/* With --max-executions: those that a process may begin with. */
uint64_t sampler_first_grant(const struct sampler *s);

#endif
