/* SPDX-License-Identifier: MIT */
/* crew.h - drives one or several test processes until their work is over
 *
 * Waits for them without a busy loop, obeys the deadline and ctrl-C, notices
 * hangs, records the deaths that the runtime could not record itself, and
 * starts a fresh process on the same channel when there is more to explore.
 *
 * Memory   the processes are the caller's; after crew_drive none is running.
 */
#ifndef CLI_CREW_H
#define CLI_CREW_H

#include "cli/processes/fruitless.h"
#include "cli/processes/gather.h"
#include "cli/processes/process.h"
#include "cli/processes/share.h"

struct suppressions;

struct crew {
	const struct target *target;
	struct process *process;
	unsigned size;
	uint64_t deadline_ns; /* clock_ns(); 0: none */
	/* CPU time for its one process, so that a busy machine comes as far
	 * as an idle one; where deadline_ns is 0, by the clock at most five
	 * times that.  0: no limit. */
	uint64_t cpu_ms;
	uint64_t used_ns;	/* what it took, as last seen */
	uint64_t hang_after_ms; /* CPU time */
	uint64_t stop_after;	/* distinct bugs; 0: never */
	/* Bugs that it fits do not count; NULL: all do. */
	struct suppressions *suppressions;
	/* Called now and then while they run; may be NULL. */
	void (*show)(void *arg, const struct crew *crew);
	/* Called once for each bug, as soon as it is seen; may be NULL. */
	void (*found)(
		void *arg, const struct crew *crew, unsigned w, uint32_t index);
	/* Called every few seconds, when each has put its search into its
	 * channel and waits; NULL: they are not asked to. */
	void (*keep)(void *arg, const struct crew *crew);
	/* Those of a crew that explore spaces of their own, each with its own
	 * count: who runs when is up to `tick`, which also starts them (NULL:
	 * all, at once).  Called between two looks, and before the first one;
	 * `stopping`: they were asked to stop. */
	int (*tick)(
		void *arg, struct crew *crew, bool stopping, struct err *err);
	/* Somebody killed this one's process: false if that ends the check. */
	bool (*killed)(void *arg, struct crew *crew, struct process *p,
		const struct err *err);
	void *arg;

	struct fruitless fruitless; /* all 0: that does not end it */
	struct gather gather;
	struct share share;
	bool done; /* tick: nobody is started any more */
	bool out_of_time;
	bool in_vain; /* as `fruitless` says */
	bool interrupted;
	bool leaked; /* RUN_LEAKED: what was explored is void */
	char leak[512];
	uint32_t leak_caveat; /* enum caveat */
	bool fault;	      /* err is a fault of scarp, not of its user */
};

/* OK, also when bugs were found; else err says why the work is worth nothing
 * (ERR_USAGE: not our binary; ERR_UNSUPPORTED, ERR_DIVERGED: from the test
 * process). */
int crew_drive(struct crew *crew, struct err *err);

/* After how many bugs a process may end by itself: with suppressions of
 * failures never, since it does not know which of them count. */
uint32_t crew_stop_after(const struct crew *crew);

/* Distinct bugs of all together, but for those that are suppressed. */
uint64_t crew_distinct_bugs(const struct crew *crew);

/* After crew_drive: the searches of processes that were killed are put into
 * their channels as well. */
void crew_rescue(struct crew *crew);

/* Number of execution `local` (from 1) of worker `w` among all; of a space that
 * is shared, or its own, among its own. */
static inline uint64_t crew_number(
	const struct crew *crew, unsigned w, uint64_t local)
{
	return crew->share.jobs || crew->tick
		       ? local
		       : w + (local - 1) * crew->size + 1;
}

/* Monotonic time, but for that when we were stopped (pause.h). */
uint64_t clock_ns(void);

/* From now on ctrl-C (and SIGTERM, SIGHUP) only raises a flag. */
void crew_catch_signals(void);
bool crew_was_interrupted(void);
/* A second ctrl-C is a new one. */
void crew_forget_signal(void);

#endif
