/* SPDX-License-Identifier: MIT */
/* jobs.h - iterative deepening over sets of preemption points
 *
 * A *job* is one state space: a set of preemption points, explored to its end.
 * Small sets end soon and prove a little, large ones prove all and may never
 * end.  Which one is worth running now follows from estimates (Quicksand:
 * Blum and Gibson, Stateless Model Checking with Data-Race Preemption Points,
 * 2016, sections 3.3 to 3.5; Blum's thesis, section 4).  Seeds come first;
 * races that jobs report make new ones (Algorithm 2); who will not finish in
 * time makes way for who may (Algorithm 3).
 *
 * What is different here.  The *maximal* job has every class of
 * synchronisation, and every racing instruction that anybody has reported: a
 * point that appears is added to it in place, and it starts again.  It is the
 * only one that proves all, and reductions make it small more often than not,
 * so it goes first; while its estimate is bad it gives way like any other.
 * And a job that is finished settles whoever had no more points than it: also
 * those of classes that it did not have, when no operation of them was met.
 *
 * Pure     no clock, no process: the caller says how long things take, in one
 *          unit (seconds, or executions), and does what is decided here.
 * Memory   a struct jobs is large (JOBS_MAX times 600 bytes), and plain data.
 * Cost     choosing O(jobs squared) set comparisons at worst.
 */
#ifndef QUICKSAND_JOBS_H
#define QUICKSAND_JOBS_H

#include "quicksand/ppset.h"
#include "search/op.h"

enum {
	JOBS_MAX = 512,
	JOBS_NONE = -1,
	/* Before so many executions no estimate makes a job give way. */
	JOBS_THRESHOLD = 32
};

/* Estimates are often too large: a job may seem to take so many times the time
 * that is left. */
#define JOBS_FACTOR 2.0

/* To people an estimate is a bound before so much of a space is explored, by
 * its own account: it begins too low, by orders of magnitude, and creeps up
 * (docs/design/017-iterative-deepening.md has numbers). */
#define JOBS_YOUNG 0.5

enum job_state {
	JOB_PENDING, /* never run */
	JOB_RUNNING,
	JOB_SUSPENDED, /* made way; goes on where it was */
	JOB_FINISHED,  /* its space is exhausted */
	JOB_SETTLED,   /* by another one that is finished: `by` */
	JOB_ENDED,    /* by itself, and not exhausted: cut, or a bug ended it */
	JOB_GIVEN_UP, /* for want of memory, or its process would not live */
	JOB_STATES
};

extern const char *const job_state_name[JOB_STATES];

enum job_kind {
	JOB_MAXIMAL,
	JOB_SEED,
	JOB_BIG,  /* what its reporter had, and a racing instruction */
	JOB_SMALL /* the racing instruction alone: what it reports makes no
		     jobs */
};

/* Who is to run first among those that are pending. */
enum job_priority {
	PRIORITY_FIRST, /* the maximal one, and the empty set */
	PRIORITY_SEED,
	PRIORITY_BOTH,	 /* a race seen in both orders */
	PRIORITY_SINGLE, /* in one */
	PRIORITY_LAST	 /* a subset of it has a bug */
};

struct job {
	struct ppset set;
	uint8_t state; /* enum job_state */
	uint8_t kind;  /* enum job_kind */
	uint8_t priority;
	uint8_t bug;	  /* it has found one */
	int16_t by;	  /* JOB_SETTLED: who; else JOBS_NONE */
	int16_t reporter; /* whose race made it; JOBS_NONE */
	uint32_t grown;	  /* the maximal one: times points were added to it */
	uint64_t executions;
	double eta; /* what it still takes; negative: not known */
	double fraction;
	bool sized; /* these by random walks (search/size.h), so no bounds */
};

struct jobs {
	struct job job[JOBS_MAX];
	unsigned jobs;
	unsigned lost;	  /* that had no room */
	uint32_t classes; /* all that a set may have */
	int maximal;	  /* its index */
	/* --no-memory: none settles another one, and only a set that is there
	 * already makes no job. */
	bool forgets;
	uint64_t point[PPSET_POINTS]; /* registry: instructions by number */
	unsigned points;
	unsigned points_lost;
	/* Classes that some job was finished without; those of which operations
	 * were met that were no points. */
	uint32_t without, met;
};

/* Which jobs there are from the beginning. */
enum jobs_seeds {
	SEEDS_ALL,
	SEEDS_MAXIMAL /* the maximal one alone, and no other ever */
};

/* Seeds, for a test in which at most these classes may be points: the maximal
 * set, {}, {lock}, {unlock}, {lock, unlock}, and these four with the atomic
 * class.  Sets that come out equal are one. */
void jobs_init(struct jobs *jobs, uint32_t classes, enum jobs_seeds seeds);

/* The number of an instruction, new or known; PPSET_POINTS: no room. */
unsigned jobs_point(struct jobs *jobs, uint64_t pc);

/* Job `by` has seen this instruction race, in both orders or in one (Algorithm
 * 2).  Twice the same changes nothing, but that both orders make it more
 * urgent.  True: the maximal job has a point more. */
bool jobs_race(struct jobs *jobs, unsigned by, unsigned point, bool both);

/* The same for what is to be a point of the maximal job alone: the later side
 * of a race seen in one order. */
bool jobs_grow(struct jobs *jobs, unsigned point);

/* It was started or resumed; it made way. */
void jobs_run(struct jobs *jobs, unsigned job);
void jobs_suspend(struct jobs *jobs, unsigned job);

/* How far a job is. */
void jobs_progress(struct jobs *jobs, unsigned job, uint64_t executions,
	double fraction, double eta);

/* A job is over.  exhausted: nothing was cut, bounded, or stopped; skipped:
 * classes of operations that it met and that were no points of it.  If a race
 * that it reported is no point of it, say so before by jobs_race. */
void jobs_end(
	struct jobs *jobs, unsigned job, bool exhausted, uint32_t skipped);
void jobs_give_up(struct jobs *jobs, unsigned job);
/* It is to begin from nothing: its process was lost, or its set has grown. */
void jobs_again(struct jobs *jobs, unsigned job);

/* It found a bug: who has more points is to run last. */
void jobs_bug(struct jobs *jobs, unsigned job);

/* Whoever has nothing to do runs this one: JOBS_NONE when there is none.
 * `left` is the time that is left.  What is suspended and will not finish in
 * time is no answer if `hopeful`. */
int jobs_pick(const struct jobs *jobs, double left, bool hopeful);

/* The running job goes on (its own index is returned), or makes way for the one
 * that is returned (Algorithm 3). */
int jobs_better(const struct jobs *jobs, unsigned running, double left);

/* Will it end within the time, as far as anybody knows? */
bool jobs_hopeful(const struct job *job, double left);

/* The maximal job is finished, with every point that anybody has reported. */
bool jobs_verified(const struct jobs *jobs);

/* Somebody may still go on. */
bool jobs_left(const struct jobs *jobs);

/* What is proven: finished, and no other finished set has more. */
bool jobs_proven(const struct jobs *jobs, unsigned job);

/* With a reduction, before so much of it was explored, numbers are bounds. */
static inline bool job_young(const struct job *j)
{
	return !j->sized && j->fraction < JOBS_YOUNG;
}

#endif
