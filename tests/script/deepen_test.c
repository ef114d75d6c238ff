/* SPDX-License-Identifier: MIT */
/* deepen_test.c - iterative deepening on scripts, run to the end
 *
 *   deepen_test --programs N --seed S
 *   deepen_test TEXT
 *
 * The jobs are those of src/quicksand, whatever order they are run in: what
 * they see racing makes new ones, what is finished settles others, until
 * nothing is left.  All together have to reach the final states that a decision
 * point at every statement reaches, with either race analysis; and whoever is
 * said to have been settled has to have had nothing new to show: each is run
 * all the same, afterwards.  (Quicksand, theorem 1; search-rules 6 and 12.)
 *
 * Prints what was covered; the first difference ends it with `FAILED: ` and the
 * program's text.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "detect/sides.h"
#include "quicksand/jobs.h"
#include "record.h"

enum {
	ROWS = 512,
	BYTES = 1 << 19,
	OBJECTS = 48,
	LIMIT = 2000, /* executions of a program; larger ones are left out */
	STATES = 1 << 13,
	PCS = 64 * (SCRIPT_THREADS + 1),
};

struct states {
	uint64_t hash[STATES];
	unsigned n;
};

/* One job of one program. */
static struct {
	const char *text;
	struct program program;
	struct record record;
	struct race race[ROWS];
	uint32_t races, slot[2 * ROWS];
	struct candidates candidates;
	struct states *states; /* where its ends go */
	uint64_t failed;
	uint32_t met; /* classes of operations that some execution came to */
	bool limited;
} run;

static struct jobs jobs;
static struct states everywhere, together, alone;
static _Alignas(16) unsigned char memory[3][BYTES];
static struct pure pure;
static struct limited limited;
static struct locksets locks;
static uint64_t programs_tried, racy, jobs_run_, jobs_settled, verified_early;

__attribute__((noreturn)) static void failed(const char *what)
{
	printf("FAILED: %s\n  %s\n", what, run.text);
	exit(1);
}

static void add_state(struct states *s, uint64_t hash)
{
	for (unsigned i = 0; i < s->n; i++)
		if (s->hash[i] == hash)
			return;
	if (s->n == STATES)
		failed("too many final states");
	s->hash[s->n++] = hash;
}

static bool has_state(const struct states *s, uint64_t hash)
{
	for (unsigned i = 0; i < s->n; i++)
		if (s->hash[i] == hash)
			return true;
	return false;
}

/* The class of the operation that a statement is; data if it is none. */
static unsigned class_of(const struct program *p, unsigned t, unsigned i)
{
	struct state s;

	if (!record_is_sync(&p->code[t][i]))
		return CLASS_data;
	state_start(p, &s);
	s.thread[t].status = LIVE;
	s.thread[t].pc = (uint8_t)i;
	s.thread[t].phase = 0;
	return op_info[state_pending(p, &s, t).kind].class;
}

/* What threads came to, at least once: all before where they are. */
static void note_met(const struct state *s)
{
	const struct program *p = &run.program;

	for (unsigned t = 0; t < p->threads; t++)
		for (unsigned i = 0; i < p->length[t] && i <= s->thread[t].pc &&
				     s->thread[t].status != ABSENT;
			i++)
			run.met |= 1u << class_of(p, t, i);
}

static void end(struct record *r, const struct state *s, enum outcome_kind kind)
{
	r->story.execution = r->executions + 1;
	if (run.limited)
		story_to_limited(&r->story, &limited);
	else
		story_to_pure(&r->story, &pure);
	if (pure.full || pure.past.full || limited.past.full || locks.full)
		failed("too little memory");
	run.failed += kind == OUTCOME_FAILED;
	add_state(run.states, kind == OUTCOME_FAILED ? 1 : state_hash(s, kind));
	note_met(s);
}

/* All executions with these points; NULL: one at every statement.  False: too
 * many. */
static bool explore(const struct ppset *set, struct states *states)
{
	struct program *p = &run.program;

	for (unsigned t = 0; t < p->threads; t++)
		for (unsigned i = 0; i < p->length[t]; i++) {
			unsigned class = class_of(p, t, i);
			unsigned n = jobs_point(&jobs, record_pc(t, i));

			p->code[t][i].point =
				!set ||
				(class == CLASS_data
						? ppset_has(set, n)
						: set->classes >> class & 1);
		}
	run.races = 0;
	candidates_init(&run.candidates, run.race, &run.races, ROWS, run.slot,
		2 * ROWS);
	pure.candidates = limited.candidates = &run.candidates;
	run.record.program = p;
	run.record.limit = 4 * LIMIT;
	run.record.end = end;
	run.states = states;
	run.met = 0;
	return record_all(&run.record);
}

/* What it has seen goes to the table; true: the maximal job has grown. */
static bool report(unsigned job)
{
	static struct race_stop stop[2 * ROWS];
	uint32_t stops = race_stops(run.race, run.races, stop);
	bool grew = false;

	for (uint32_t i = 0; i < stops; i++) {
		unsigned n = jobs_point(&jobs, stop[i].pc);

		if (stop[i].next)
			grew |= jobs_race(&jobs, job, n, stop[i].both);
		else
			grew |= jobs_grow(&jobs, n);
	}
	return grew;
}

static bool run_job(unsigned job)
{
	jobs_run(&jobs, job);
	do {
		struct ppset set = jobs.job[job].set;

		if (!explore(&set, &together))
			return false;
		jobs_run_++;
	} while (report(job) && (int)job == jobs.maximal);
	jobs_end(&jobs, job, true,
		run.met & CLASSES_SYNC & ~jobs.job[job].set.classes);
	return true;
}

/* Anything that Algorithm 3 may come to: pending ones in any order, so that
 * the maximal job is first, last, or somewhere between. */
static int any_pending(struct rng *rng)
{
	unsigned n = 0, which;

	for (unsigned i = 0; i < jobs.jobs; i++)
		n += jobs.job[i].state == JOB_PENDING;
	if (!n)
		return JOBS_NONE;
	which = rng_below(rng, n);
	for (unsigned i = 0; i < jobs.jobs; i++)
		if (jobs.job[i].state == JOB_PENDING && which-- == 0)
			return (int)i;
	return JOBS_NONE;
}

/* A job that was settled would have shown nothing new: no final state, and no
 * racing access that is no point of the maximal job.  (What limited
 * happens-before sees depends on the points, and with fewer of them it may see
 * more: search-rules 24.) */
static void check_settled(void)
{
	for (unsigned i = 0; i < jobs.jobs; i++) {
		struct ppset set = jobs.job[i].set;

		if (jobs.job[i].state != JOB_SETTLED)
			continue;
		alone.n = 0;
		if (!explore(&set, &alone))
			continue;
		jobs_settled++;
		for (unsigned k = 0; k < alone.n; k++)
			if (!has_state(&together, alone.hash[k]))
				failed("a settled job has a final state of its "
				       "own");
		if (!run.failed && !run.limited && report(i))
			failed("a settled job has a race of its own");
	}
}

static void check_one(
	struct rng *rng, bool by_limited, uint64_t everywhere_failed)
{
	int job;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	run.limited = by_limited;
	run.failed = 0;
	together.n = 0;
	while ((job = any_pending(rng)) != JOBS_NONE)
		if (!run_job((unsigned)job))
			return;
	if (!jobs_verified(&jobs))
		failed("nothing is pending, and it is not verified");
	racy += jobs.job[jobs.maximal].set.points > 0;
	verified_early += jobs.job[jobs.maximal].state == JOB_SETTLED;
	/* What would come after a failure is not seen. */
	if (everywhere_failed) {
		if (!run.failed)
			failed("a failure is missed");
		return;
	}
	if (run.failed || together.n != everywhere.n)
		failed(by_limited ? "limited: other final states"
				  : "pure: other final states");
	for (unsigned k = 0; k < together.n; k++)
		if (!has_state(&everywhere, together.hash[k]))
			failed("a final state that there is not");
	check_settled();
}

static void check(struct rng *rng, const char *text)
{
	struct err err;
	uint64_t everywhere_failed;

	run.text = text;
	if (script_parse(&run.program, text, &err) != OK)
		failed(err.text);
	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	run.limited = false;
	run.failed = 0;
	everywhere.n = 0;
	if (!explore(NULL, &everywhere) || run.record.executions > LIMIT)
		return;
	everywhere_failed = run.failed;
	programs_tried++;
	check_one(rng, false, everywhere_failed);
	check_one(rng, true, everywhere_failed);
}

int main(int argc, char **argv)
{
	uint64_t programs = 1000, seed = 1;
	struct rng rng;
	char text[2000];

	for (int i = 1; i + 1 < argc; i += 2) {
		if (strcmp(argv[i], "--programs") == 0)
			programs = strtoull(argv[i + 1], NULL, 10);
		else if (strcmp(argv[i], "--seed") == 0)
			seed = strtoull(argv[i + 1], NULL, 10);
	}
	if (!pure_init(&pure, memory[0], BYTES, SCRIPT_THREADS, OBJECTS,
		    &run.candidates) ||
		!locksets_init(&locks, memory[2], BYTES, 4000) ||
		!limited_init(&limited, memory[1], BYTES, SCRIPT_THREADS,
			&locks, &run.candidates))
		return 2;
	rng_seed(&rng, seed, 0);
	if (argc == 2) {
		check(&rng, argv[1]);
		return 0;
	}
	for (uint64_t i = 0; i < programs; i++) {
		rng_seed(&rng, seed, i);
		generate(&rng, text, sizeof text, i % 2);
		check(&rng, text);
	}
	printf("%llu programs (%llu searches with races), %llu left out; %llu "
	       "jobs run, %llu settled "
	       "ones run again; %llu times another job proved all\n",
		(unsigned long long)programs_tried, (unsigned long long)racy,
		(unsigned long long)(programs - programs_tried),
		(unsigned long long)jobs_run_, (unsigned long long)jobs_settled,
		(unsigned long long)verified_early);
	return jobs_run_ && jobs_settled && verified_early ? 0 : 1;
}
