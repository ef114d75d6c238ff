/* SPDX-License-Identifier: MIT */
/* deepen.h - iterative deepening: a crew whose processes are jobs
 *
 * src/quicksand says which sets of preemption points there are and which is
 * worth running; here each gets a test process, is listened to, made to wait
 * and let go on.  Besides there is a sampler, which belongs to no set
 * (sampler.h).
 *
 * Time     is the budget's: seconds, or executions with --max-executions (then
 *          processes stop by themselves after a number of them, so that what
 *          is decided does not depend on the clock).
 * Kills    a process that somebody else ends is started again on its channel,
 *          where bugs and races are; a search that it left half changed begins
 *          anew, and one that will not live is given up.
 * Trust    numbers of a channel that is alive are bounded here; the account is
 *          made of those that channel_check() has agreed to.
 */
#ifndef CLI_DEEPEN_H
#define CLI_DEEPEN_H

#include "cli/plan/sampler.h"
#include "cli/processes/processes.h"
#include "cli/words/options.h"
#include "detect/classify.h"
#include "quicksand/jobs.h"
#include "search/coverage.h"

struct check;
struct symbols;

enum {
	WORKER_SAMPLER = -1,
	/* Channels: one for each job that was begun, and what was begun again.
	 */
	WORKERS_MOST = JOBS_MAX + 64
};

/* What is known of a process of the crew, at the same index. */
struct worker {
	int job;	   /* WORKER_SAMPLER: none */
	bool asked;	   /* to rest */
	bool rests;	   /* it waits, and is to */
	bool over;	   /* its end was noted */
	bool told_bug;	   /* jobs_bug */
	uint64_t races;	   /* what its table was like when it was heard, */
	uint64_t released; /* and what that of all was */
	uint32_t kills;	   /* since it made an execution */
	uint64_t made;	   /* when it was killed last */
	uint64_t since;	   /* executions, when it was let go on last */
	struct rerun_count reruns; /* when it was heard last */
	double worked;		   /* of a sampler: seconds */
};

struct deepen {
	const struct options *options;
	struct jobs jobs;
	/* The registry's instructions as a channel has them. */
	struct point point[PPSET_POINTS];
	const struct channel *modules; /* whose modules they belong to */
	struct symbols *symbols;       /* of these: deepen_symbols() */
	struct channel_phases phases;  /* what was told of them */
	/* Races, whoever saw them; how many of them were held back once and are
	 * not any more. */
	struct candidates known;
	struct race race[RACES_MAX];
	uint32_t races, slot[4 * RACES_MAX];
	uint64_t released;
	uint8_t told[JOBS_MAX]; /* states that were told, plus one */
	struct worker worker[WORKERS_MOST];
	unsigned workers;   /* that may run at a time */
	unsigned again_for; /* points for which the maximal job began again */
	bool by_count;	    /* time is executions */
	double all;	    /* of it; 0: no end */
	struct sampler sampler;
	struct sized size;    /* of the space that proves all */
	struct samples shown; /* by samplers that are over */
	uint64_t memory_ns;   /* when memory was minded last */
	unsigned restarts;    /* of processes that were killed */
	struct err killed;    /* what was said of the last one */
	unsigned starved;     /* jobs given up for want of memory */
	int reruns_fd; /* of its channel/reruns.h; -1: they are not counted */
	struct rerun_count reruns[JOBS_MAX];
	bool ended; /* all are told to */
};

/* Explores, and fills check->result. */
int explore_deepening(struct check *check, struct err *err);

/* deepen_hear.c: what the process says that works for worker i. */
void deepen_hear(struct deepen *d, struct crew *crew, unsigned i);

/* One that another search has found. */
void deepen_hear_point(struct deepen *d, const struct point *point);

/* Every point of the set was one in the process's last round. */
bool deepen_had_all_points(const struct deepen *d, const struct channel *c,
	const struct ppset *set);

/* Executions that it has made again, for its job. */
void deepen_hear_reruns(
	struct deepen *d, const struct crew *crew, struct worker *w);

void deepen_hear_races(
	struct deepen *d, const struct channel *c, struct worker *w);
/* What others have seen since lets go of races that it held back. */
void deepen_hear_again(struct deepen *d, struct crew *crew);

/* deepen_run.c: processes. */
int deepen_start(struct deepen *d, struct processes *all, struct crew *crew,
	int job, struct err *err);
void deepen_rest(struct deepen *d, struct crew *crew, unsigned i);
void deepen_resume(struct deepen *d, struct crew *crew, unsigned i);
/* It is not needed any more. */
void deepen_dismiss(struct deepen *d, struct crew *crew, unsigned i);
/* Somebody killed this one's process.  False: that ends the check. */
bool deepen_killed(struct deepen *d, struct crew *crew, struct process *p,
	const struct err *err);

/* deepen_vain.c: a fifth of the time is over, and no execution of that job came
 * to its end: samplers get most of the rest. */
bool deepen_in_vain(
	const struct deepen *d, const struct crew *crew, int job, double left);
/* Such a one was told to make way, and its execution goes on and on: samplers
 * need not wait for that. */
bool deepen_stuck(const struct deepen *d, const struct crew *crew, double left);
/* With --max-executions: the most that a process may go on for before that is
 * looked at. */
uint64_t deepen_vain_slice(const struct deepen *d, const struct channel *c);

/* deepen_memory.c: a search that nobody goes on with takes no room.  What it
 * has shown is kept. */
void deepen_trim(struct deepen *d, struct process *p);
/* Now and then: is there enough for those that wait? */
void deepen_mind_memory(struct deepen *d, struct crew *crew);

/* The time that is left, in the budget's unit; without a budget: very much. */
double deepen_left(const struct deepen *d, const struct crew *crew);

/* What racing accesses are looked up in, loaded once; NULL: there are none. */
struct symbols *deepen_symbols(struct deepen *d);

/* A process that is to work now. */
static inline bool deepen_busy(
	const struct deepen *d, const struct crew *crew, unsigned i)
{
	return crew->process[i].pid && !d->worker[i].rests;
}

#endif
