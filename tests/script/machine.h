/* SPDX-License-Identifier: MIT */
/* machine.h - scripts run under the search, and without it
 *
 * The machine keeps the state before each step of the last execution and begins
 * the next one at `shared`, as a machine with checkpoints does; it checks all
 * that the seam promises and says what was broken.  Brute force knows only
 * states, no search.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include "base/rng.h"
#include "script.h"
#include "search/events.h"

enum {
	MACHINE_STEPS = 128
}; /* of one execution */

/* What a program was seen to do. */
enum feature {
	FEATURE_BLOCKED_END, /* threads blocked at the end */
	FEATURE_LIVELOCK,
	FEATURE_FAILED,
	FEATURE_PRUNED,
	FEATURE_LEFT,	      /* exit */
	FEATURE_ALTERNATIVES, /* one thread offers two or more */
	FEATURE_WAITERS,      /* a signal chooses between waiters */
	FEATURE_GAP,	      /* alternatives that do not begin with 0 */
	FEATURE_BLOCKED,      /* a transition blocked in its middle */
	FEATURE_DEPENDS,      /* what is accessed depends on a value read */
	FEATURE_ALLOC,	      /* two threads allocate */
	FEATURE_AWAIT,
	FEATURE_BORN_LATE, /* a thread is started by another */
	FEATURE_LIMIT,	   /* an execution met the step limit */
	FEATURE_COUNT,
};
extern const char *const feature_name[FEATURE_COUNT];

/* What a set of executions came to. */
struct tally {
	uint64_t executions; /* all but stopped and pruned ones */
	uint64_t failed, deadlocked, livelocked, pruned, stopped;
	uint64_t steps;
	uint64_t order;	     /* hash of all schedules, in their order */
	uint64_t *state;     /* different final states: open hash table */
	size_t states, room; /* room is a power of two */
	uint64_t features;   /* bits */
	uint64_t first_bug;  /* number of the execution, from 1; 0: none */
};

void tally_end(struct tally *t, enum outcome_kind end, const struct state *s,
	const struct choice *schedule, uint32_t steps);
void tally_merge(struct tally *t, const struct tally *part);
/* The first difference in words, NULL when there is none. */
const char *tally_differ(
	const struct tally *a, const struct tally *b, bool with_order);
void tally_free(struct tally *t);

/* All schedules of p in the order of T-01; false: more than `limit`. */
bool brute_force(const struct program *p, uint32_t steps_max, uint64_t limit,
	struct tally *out);

/* The same in one tally for each number of preemptions, or of delays: those
 * with i in out[i]. */
enum {
	BRUTE_COSTS = 4 * MACHINE_STEPS
};
bool brute_costs(const struct program *p, uint32_t steps_max, uint64_t limit,
	bool delays, struct tally out[BRUTE_COSTS]);

/* As brute_force, and for each execution the hash of its trace (of `trace`, the
 * caller's, empty) to `see`. */
bool brute_traces(const struct program *p, uint32_t steps_max, uint64_t limit,
	struct tally *out, struct events *trace,
	void (*see)(void *to, uint64_t hash), void *to);

/* The transition that `step` of a schedule was, from the state before it. */
struct transition script_transition(const struct program *p,
	const struct state *before, struct choice c, uint32_t step,
	bool blocked, const struct touched *f);

struct machine {
	const struct program *program;
	struct search *search;
	struct tally tally;
	const char *wrong;    /* the first promise broken, NULL */
	struct events *trace; /* keeps the transitions, if not NULL */
	bool check_keep; /* `keep` tells exactly where the search returns */
	bool learns;	 /* what waits go on with: kept by machine_init() */
	bool fresh;	 /* no execution yet: nothing can be shared */
	bool again;	 /* the last execution was made before: not counted */
	uint32_t steps;	 /* of the last execution */
	enum outcome_kind end;
	/* What the estimates are compared with. */
	bool check_weight; /* the tree is known: it does not grow */
	double weight;	   /* of all executions, by definition */
	double spent;
	struct estimated estimated; /* after the last execution */
	uint32_t options[MACHINE_STEPS + 1];
	struct choice made[MACHINE_STEPS];
	struct state before[MACHINE_STEPS + 1]; /* [i]: before step i */
};

void machine_init(struct machine *m, const struct program *p, struct search *s);
/* One execution; false when nothing is left or a promise was broken. */
bool machine_run(struct machine *m);
/* The search is done: what it says of its size; NULL, or what is wrong. */
const char *machine_size(const struct machine *m);
/* Begins an execution, makes at most `steps` choices, and abandons it. */
void machine_abandon(struct machine *m, uint32_t steps);

/* A random program as text; `single`: each transition is one operation. */
void generate(struct rng *rng, char *out, size_t bytes, bool single);
/* The same, of few kinds of operation (families.c). */
void generate_families(struct rng *rng, char *out, size_t bytes, bool single);
/* Of threads whose stores are buffered. */
void generate_buffers(struct rng *rng, char *out, size_t bytes, bool single);
/* The same, sc too, of memory operations alone, each one transition. */
void generate_models(struct rng *rng, char *out, size_t bytes);
/* Of threads that wait in loops for one place. */
void generate_awaits(struct rng *rng, char *out, size_t bytes, bool single);
/* Of threads that meet at one barrier, in several rounds or with more than it
 * waits for, and of a few statements besides. */
void generate_barriers(struct rng *rng, char *out, size_t bytes, bool single);

#endif
