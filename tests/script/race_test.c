/* SPDX-License-Identifier: MIT */
/* race_test.c - data race candidates on all executions of scripts
 *
 *   race_test --programs N --seed S   the figures, and N random programs
 *   race_test TEXT                    the same of one program
 *   race_test --rows TEXT             what each analysis sees in all executions
 *   race_test --first TEXT            and in the one without preemptions
 *
 * Three questions.  Do the analyses see in real schedules what the closure of
 * all pairs says?  Do the programs that the papers print come out as they say?
 * And do the candidates lead to all behaviour: decision points at
 * synchronisation and at whatever was ever seen to race, until nothing new is
 * seen, have to reach all final states that points at every statement reach
 * (Quicksand, theorem 1, for limited happens-before; a conjecture there for
 * happens-before).
 *
 * Prints what was covered; the first difference ends it with `FAILED: ` and the
 * program's text.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "detect/classify.h"
#include "record.h"

enum {
	ROWS = 512,
	BYTES = 1 << 19,
	OBJECTS = 48,
	COMPARED = 60, /* executions that are compared with their closure */
	LIMIT = 3000,  /* executions of a program; larger ones are left out */
	STATES = 1 << 12,
	PCS = 64 * (SCRIPT_THREADS + 1),
};

enum which {
	PURE,
	LIMITED
};

/* One program under one set of points, with all that is seen. */
struct job {
	const char *text;
	struct program program;
	struct record record;
	struct race race[2][ROWS];
	uint32_t races[2], slot[2][2 * ROWS];
	struct candidates candidates[2];
	struct naive naive[2];
	uint64_t states[STATES]; /* final ones, ascending after sort() */
	unsigned ends;
	uint64_t failed, stuck, executions;
	bool compare;
};

static struct job job, everything;
static _Alignas(16) unsigned char memory[3][BYTES];
static struct pure pure;
static struct limited limited;
static struct locksets locks;
static uint64_t statistics[8];

__attribute__((noreturn)) static void failed(const char *text, const char *what)
{
	printf("FAILED: %s\n  %s\n", what, text);
	exit(1);
}

static void expect(bool holds, const struct job *j, const char *what)
{
	if (!holds)
		failed(j->text, what);
}

/* --- one program -----------------------------------------------------------
 */

static void begin(struct job *j, const char *text)
{
	struct err err;

	j->text = text;
	if (script_parse(&j->program, text, &err) != OK)
		failed(text, err.text);
	for (unsigned i = 0; i < 2; i++) {
		j->races[i] = 0;
		candidates_init(&j->candidates[i], j->race[i], &j->races[i],
			ROWS, j->slot[i], 2 * ROWS);
	}
	memset(j->naive, 0, sizeof j->naive);
	j->executions = 0;
	j->compare = false;
}

static void end(struct record *r, const struct state *s, enum outcome_kind kind)
{
	struct job *j = r->to;

	r->story.execution = ++j->executions;
	pure.candidates = &j->candidates[PURE];
	limited.candidates = &j->candidates[LIMITED];
	story_to_pure(&r->story, &pure);
	story_to_limited(&r->story, &limited);
	expect(!pure.full && !pure.past.full && !limited.past.full &&
			!locks.full,
		j, "too little memory");
	if (j->compare) {
		naive_pure(&j->naive[PURE], &r->story);
		naive_limited(&j->naive[LIMITED], &r->story);
	}
	j->failed += kind == OUTCOME_FAILED;
	j->stuck += kind == OUTCOME_DEADLOCKED || kind == OUTCOME_LIVELOCKED;
	if (kind == OUTCOME_FAILED)
		for (unsigned i = 0; i < 2; i++)
			candidates_failed(&j->candidates[i], r->story.execution,
				r->preempted, r->preemptions);
	if (j->ends < STATES)
		j->states[j->ends++] =
			kind == OUTCOME_FAILED ? 1 : state_hash(s, kind);
}

static int ascending(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static void sort(struct job *j)
{
	unsigned n = 0;

	qsort(j->states, j->ends, sizeof *j->states, ascending);
	for (unsigned i = 0; i < j->ends; i++)
		if (!n || j->states[n - 1] != j->states[i])
			j->states[n++] = j->states[i];
	j->ends = n;
}

/* All executions; false: more than `limit`. */
static bool run(struct job *j, uint64_t limit)
{
	bool all;

	j->record.program = &j->program;
	j->record.limit = limit;
	j->record.end = end;
	j->record.to = j;
	j->ends = 0;
	j->failed = j->stuck = 0;
	all = record_all(&j->record);
	sort(j);
	return all;
}

static void run_one(struct job *j, const char *first)
{
	j->record.program = &j->program;
	j->record.end = end;
	j->record.to = j;
	j->ends = 0;
	expect(record_one(&j->record, first), j, "does not end");
}

/* --- points ----------------------------------------------------------------
 */

static void points(struct job *j, const bool racing[PCS])
{
	for (unsigned t = 0; t < j->program.threads; t++)
		for (unsigned i = 0; i < j->program.length[t]; i++)
			j->program.code[t][i].point =
				record_is_sync(&j->program.code[t][i]) ||
				!racing || racing[record_pc(t, i)];
}

/* What is to be a point as well; true: there was something new. */
static bool add(const struct candidates *c, bool racing[PCS], bool all)
{
	bool any = false;

	for (uint32_t i = 0; i < *c->races; i++) {
		const struct race *r = &c->race[i];
		unsigned sides = all ? race_sides_all(r) : race_sides_next(r);

		for (unsigned side = 0; side < 2; side++) {
			uint64_t pc = side ? r->two.pc : r->one.pc;

			if (!(sides & 1u << side) || racing[pc])
				continue;
			racing[pc] = any = true;
		}
	}
	return any;
}

/* Until nothing new is seen; false: too many executions. */
static bool deepen(struct job *j, enum which which, bool all, bool racing[PCS])
{
	memset(racing, 0, PCS * sizeof *racing);
	do {
		points(j, racing);
		if (!run(j, 4 * LIMIT))
			return false;
		statistics[2]++;
	} while (add(&j->candidates[which], racing, all));
	return true;
}

/* --- programs that the papers print ----------------------------------------
 */

static const struct race *find(const struct job *j, enum which which,
	unsigned thread, unsigned statement, unsigned kind, unsigned other,
	unsigned other_statement, unsigned other_kind)
{
	return candidates_find(&j->candidates[which],
		record_pc(thread, statement), (uint8_t)kind,
		record_pc(other, other_statement), (uint8_t)other_kind);
}

static enum race_class class_of(
	const struct job *j, const struct race *r, const bool racing[PCS])
{
	uint64_t pc[PCS];
	struct race_job done = {CLASSES_SYNC, pc, 0, true};

	expect(r != NULL, j, "a candidate that the paper has is missing");
	for (uint64_t i = 0; i < PCS; i++)
		if (racing[i])
			pc[done.pcs++] = i;
	return race_classify(r, &done, 1);
}

enum {
	R = RACE_READ,
	W = RACE_WRITE,
	ADD = RACE_WRITE | RACE_ATOMIC,
};

/* Figure 1: five pairs, and a failure that takes two preemptions. */
static void figure_1(void)
{
	static const struct {
		const char *text;
		bool fails;
	} variant[] = {
		/* before line 6, or line 8, or both, or neither */
		{"lock m0, a=x, x=a+1; unlock m0 |"
		 " fetch x 1 b; yield, fetch x 1 b, assert x!=1",
			false},
		{"lock m0, a=x; x=a+1; unlock m0 |"
		 " fetch x 1 b; yield, fetch x 1 b, assert x!=1",
			false},
		{"lock m0, a=x, x=a+1; unlock m0 |"
		 " fetch x 1 b; yield, fetch x 1 b; assert x!=1",
			false},
		{"lock m0, a=x; x=a+1; unlock m0 |"
		 " fetch x 1 b; yield, fetch x 1 b; assert x!=1",
			true},
	};
	/* Statements of lines 2 and 6; 3, 5 and 8. */
	enum {
		L2 = 1,
		L6 = 2,
		L3 = 0,
		L5 = 2,
		L8 = 3
	};
	static const struct {
		unsigned line, kind, other, other_kind;
		enum race_class class;
	} pair[] = {
		{L2, R, L3, ADD, RACE_BENIGN_HERE},
		{L2, R, L5, ADD, RACE_BENIGN_HERE},
		{L6, W, L3, ADD, RACE_FAILING},
		{L6, W, L5, ADD, RACE_FAILING},
		{L6, W, L8, R, RACE_FAILING},
	};
	bool racing[PCS];

	for (unsigned i = 0; i < 4; i++) {
		begin(&job, variant[i].text);
		expect(run(&job, LIMIT), &job, "too many executions");
		expect((job.failed > 0) == variant[i].fails, &job,
			"figure 1 fails with both preemptions alone");
		for (unsigned which = 0; which < 2; which++) {
			expect(job.races[which] == 5, &job,
				"figure 1 has five racing pairs");
			for (unsigned k = 0; k < 5; k++)
				expect(find(&job, which, 0, pair[k].line,
					       pair[k].kind, 1, pair[k].other,
					       pair[k].other_kind) != NULL,
					&job, "which pairs race in figure 1");
		}
	}
	for (unsigned which = 0; which < 2; which++) {
		begin(&job, variant[0].text);
		expect(deepen(&job, which, false, racing), &job, "too many");
		expect(job.failed > 0, &job, "figure 1 is found");
		for (unsigned k = 0; k < 5; k++)
			expect(class_of(&job,
				       find(&job, which, 0, pair[k].line,
					       pair[k].kind, 1, pair[k].other,
					       pair[k].other_kind),
				       racing) == pair[k].class,
				&job, "the classes of figure 1");
	}
}

/* A1 and A2 are increments: three pairs.  All of one class? */
static void increments(const struct job *j, enum which which, unsigned one,
	unsigned two, const bool racing[PCS], enum race_class class,
	const char *what)
{
	static const unsigned kind[][2] = {{R, W}, {W, R}, {W, W}};

	expect(j->races[which] == 3, j, what);
	for (unsigned i = 0; i < 3; i++)
		expect(class_of(j,
			       find(j, which, 0, one, kind[i][0], 1, two,
				       kind[i][1]),
			       racing) == class,
			j, what);
}

/* Figure 3: a race that happens-before misses in one order of the critical
 * sections, and one that limited happens-before only thinks there is. */
static void figure_3(void)
{
	static const char a[] =
		"x+=1, lock m0, unlock m0 | lock m0, unlock m0, x+=1";
	static const char b[] = "x+=1, lock m0, y=1, unlock m0 |"
				" lock m0, a=y, unlock m0, if a==1 x+=1";
	bool racing[PCS];

	/* With a point between them, the second thread would stand before its
	 * lock while the first one has it, and so be enabled by the unlock. */
	begin(&job, a);
	run_one(&job, "01");
	expect(job.races[PURE] == 0, &job, "figure 3a, as printed: no race");
	expect(job.races[LIMITED] == 3, &job, "figure 3a, as printed: limited");
	for (unsigned which = 0; which < 2; which++) {
		begin(&job, a);
		expect(deepen(&job, which, false, racing), &job, "too many");
		increments(&job, which, 0, 2, racing, RACE_BENIGN_HERE,
			"figure 3a is a race");
	}
	begin(&job, b);
	expect(deepen(&job, PURE, false, racing), &job, "too many");
	expect(job.races[PURE] == 0, &job, "figure 3b is no race");
	begin(&job, b);
	run_one(&job, "01"); /* in the job without any point */
	expect(job.races[LIMITED] == 3, &job, "figure 3b, as printed: limited");
	/* Quicksand never stops before the later side, so it cannot tell. */
	expect(deepen(&job, LIMITED, false, racing), &job, "too many");
	increments(&job, LIMITED, 0, 3, racing, RACE_UNCLASSIFIED,
		"figure 3b is not classified by one side");
	expect(deepen(&job, LIMITED, true, racing), &job, "too many");
	increments(&job, LIMITED, 0, 3, racing, RACE_FALSE_POSITIVE,
		"figure 3b is a false positive");
}

static unsigned suppressed(const struct job *j, enum which which)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < j->races[which]; i++)
		n += race_suppressed(&j->race[which][i]);
	return n;
}

/* Figures 5 and 6: memory that was freed and handed out again. */
static void figures_5_and_6(void)
{
	static const char five[] = "new a; put a 1; free a |"
				   " new b; put b 1; z=b; put b 2";
	/* It is published by a post; the pointer itself does not race. */
	static const char six[] = "new a, z=a; post s0; put a 1; free a |"
				  " wait s0; b=z; new c; put b 2";
	/* The same where an allocation is no point. */
	static const char glued[] = "new a, z=a; post s0, put a 1, free a |"
				    " wait s0, b=z, new c, put b 2";
	bool racing[PCS];

	begin(&job, five);
	expect(run(&job, LIMIT), &job, "too many executions");
	expect(job.races[PURE] == 0, &job, "figure 5 has no race");
	/* The first store and the free, each with both of the others. */
	expect(job.races[LIMITED] == 4 && suppressed(&job, LIMITED) == 4, &job,
		"figure 5 is suppressed");
	expect(deepen(&job, LIMITED, false, racing), &job, "too many");
	for (unsigned i = 0; i < PCS; i++)
		expect(!racing[i], &job, "figure 5 needs no point");

	begin(&job, six);
	run_one(&job, "01");
	expect(job.races[LIMITED] == 2 && suppressed(&job, LIMITED) == 2, &job,
		"figure 6, as printed, is suppressed");
	for (unsigned which = 0; which < 2; which++) {
		begin(&job, six);
		expect(deepen(&job, which, false, racing), &job, "too many");
		expect(job.races[which] == 2 && suppressed(&job, which) == 0,
			&job, "figure 6 is promoted");
		expect(racing[record_pc(0, 3)] && racing[record_pc(1, 3)], &job,
			"figure 6 gets its points");
	}
	/* A point stands before an operation: with none between the post and
	 * the store nothing promotes it, but it is counted all the same. */
	begin(&job, glued);
	expect(run(&job, LIMIT), &job, "too many executions");
	expect(suppressed(&job, LIMITED) == 2 && job.races[LIMITED] == 2, &job,
		"figure 6 without points at the heap is not promoted");
	expect(race_sides_all(find(&job, LIMITED, 0, 3, W, 1, 3, W)) == 3, &job,
		"what is suppressed counts");
}

/* What a post lets another thread see, and what comes after it in the same
 * transition: the race that orders of whole transitions would hide for good. */
static void after_the_post(void)
{
	static const char text[] = "post s0; x=1; x=2 | wait s0; a=x";
	bool racing[PCS];

	for (unsigned which = 0; which < 2; which++) {
		begin(&job, text);
		expect(deepen(&job, which, true, racing), &job, "too many");
		expect(job.ends == 3, &job, "0, 1 and 2 can be read");
	}
}

/* The failure comes before the store that it should have waited for: what a
 * thread is about to do takes part. */
static void too_early(void)
{
	bool racing[PCS];

	begin(&job, "y=1; x=1 | b=x; if b==0 fail");
	expect(deepen(&job, PURE, true, racing), &job, "too many");
	expect(class_of(&job, find(&job, PURE, 0, 1, W, 1, 0, R), racing) ==
			RACE_FAILING,
		&job, "what is pending takes part");
}

/* Threads that hand pointers to each other, and use them for too long. */
static void generate_heap(struct rng *rng, char *text, size_t bytes)
{
	static const char *const statement[] = {"new a", "new a", "new b",
		"if a!=0 put a 1", "if a!=0 put a 2", "if b!=0 put b 3",
		"if b!=0 put b 3", "if a!=0 free a", "if a!=0 free a", "z=a",
		"z=b", "b=z", "b=z", "post s0", "wait s0", "lock m0; b=z",
		"unlock m0", "y=1"};
	unsigned threads = 2 + rng_below(rng, 2);
	size_t used = 0;

	for (unsigned t = 0; t < threads; t++) {
		used += (size_t)snprintf(text + used, bytes - used, "%s%s",
			t ? " | " : "init s0=0 | ",
			rng_below(rng, 2) ? "new a" : "b=z");
		for (unsigned n = 1 + rng_below(rng, 7 - threads); n; n--)
			used += (size_t)snprintf(text + used, bytes - used,
				"%s%s", rng_below(rng, 3) ? "; " : ", ",
				statement[rng_below(rng,
					sizeof statement / sizeof *statement)]);
	}
}

/* --- random programs -------------------------------------------------------
 */

static void differ(const struct job *j, enum which which)
{
	const char *what =
		naive_differ(&j->naive[which], &j->candidates[which]);

	if (!what)
		return;
	printf("FAILED: %s: %s\n  %s\n", which == PURE ? "pure" : "limited",
		what, j->text);
	exit(1);
}

/* Order by waiting alone is order by synchronisation, but for who awaits what
 * is stored plainly, or that all others are done. */
static void check_included(const struct job *j)
{
	if (strstr(j->text, "until") || strstr(j->text, "exit"))
		return;
	for (uint32_t i = 0; i < j->races[PURE]; i++) {
		const struct race *r = &j->race[PURE][i];

		expect(candidates_find(&j->candidates[LIMITED], r->one.pc,
			       r->one.kind, r->two.pc, r->two.kind) != NULL,
			j, "happens-before sees more than limited does");
	}
}

/* As it is written, and with a point at every statement. */
static void check_closure(const char *text)
{
	for (unsigned round = 0; round < 2; round++) {
		begin(&job, text);
		job.compare = true;
		if (round)
			points(&job, NULL);
		run(&job, COMPARED);
		differ(&job, PURE);
		differ(&job, LIMITED);
		check_included(&job);
		statistics[0] += job.executions;
		statistics[1] += job.races[PURE] + job.races[LIMITED];
		statistics[5] += suppressed(&job, LIMITED);
	}
}

static bool same_states(const struct job *a, const struct job *b)
{
	return a->ends == b->ends &&
	       memcmp(a->states, b->states, a->ends * sizeof *a->states) == 0;
}

static void check_convergence(const char *text)
{
	bool racing[PCS];

	begin(&everything, text);
	points(&everything, NULL);
	if (!run(&everything, LIMIT))
		return;
	statistics[3]++;
	for (unsigned which = 0; which < 2; which++)
		for (unsigned all = 0; all < 2; all++) {
			begin(&job, text);
			if (!deepen(&job, which, all, racing))
				continue;
			statistics[4] += job.record.executions <
					 everything.record.executions;
			/* What would come after a failure is not seen. */
			if (everything.failed ? job.failed > 0
					      : same_states(&job, &everything))
				continue;
			printf("FAILED: %s, %s: %u final states of %u\n  %s\n",
				which == PURE ? "pure" : "limited",
				all ? "all sides" : "sides in turn", job.ends,
				everything.ends, text);
			exit(1);
		}
}

/* For programs in other forms: a line for each candidate, by thread and
 * statement from 0; or one that says why there is none. */
static int print_rows(const char *text, bool all)
{
	static const char *const name[] = {"pure", "limited"};

	begin(&job, text);
	if (!all) {
		run_one(&job, NULL);
	} else if (!run(&job, LIMIT)) {
		puts("too many executions");
		return 0;
	}
	if (job.failed || job.stuck) {
		puts("it can fail");
		return 0;
	}
	printf("executions %llu\n", (unsigned long long)job.executions);
	for (unsigned which = 0; which < 2; which++)
		for (uint32_t i = 0; i < job.races[which]; i++) {
			const struct race *r = &job.race[which][i];

			printf("%s %llu %u %llu %u\n", name[which],
				(unsigned long long)r->one.pc - 1, r->one.kind,
				(unsigned long long)r->two.pc - 1, r->two.kind);
		}
	return 0;
}

int main(int argc, char **argv)
{
	uint64_t programs = 2000, seed = 1;
	struct rng rng;
	char text[2000];

	for (int i = 1; i + 1 < argc; i += 2) {
		if (strcmp(argv[i], "--programs") == 0)
			programs = strtoull(argv[i + 1], NULL, 10);
		else if (strcmp(argv[i], "--seed") == 0)
			seed = strtoull(argv[i + 1], NULL, 10);
	}
	if (!pure_init(&pure, memory[0], BYTES, SCRIPT_THREADS, OBJECTS,
		    &job.candidates[PURE]) ||
		!locksets_init(&locks, memory[2], BYTES, 4000) ||
		!limited_init(&limited, memory[1], BYTES, SCRIPT_THREADS,
			&locks, &job.candidates[LIMITED]))
		failed("", "no memory");
	if (argc == 3 && strcmp(argv[1], "--rows") == 0)
		return print_rows(argv[2], true);
	if (argc == 3 && strcmp(argv[1], "--first") == 0)
		return print_rows(argv[2], false);
	if (argc == 2) {
		check_closure(argv[1]);
		check_convergence(argv[1]);
		return 0;
	}
	figure_1();
	figure_3();
	figures_5_and_6();
	after_the_post();
	too_early();
	for (uint64_t i = 0; i < programs; i++) {
		rng_seed(&rng, seed, i);
		if (i % 4 == 3)
			generate_heap(&rng, text, sizeof text);
		else
			generate(&rng, text, sizeof text, i % 2);
		check_closure(text);
		check_convergence(text);
	}
	printf("%llu programs: %llu executions compared, %llu candidates, "
	       "%llu suppressed; %llu deepened in %llu rounds, %llu with fewer "
	       "executions in the "
	       "end\n",
		(unsigned long long)programs, (unsigned long long)statistics[0],
		(unsigned long long)statistics[1],
		(unsigned long long)statistics[5],
		(unsigned long long)statistics[3],
		(unsigned long long)statistics[2],
		(unsigned long long)statistics[4]);
	return statistics[1] && statistics[4] && statistics[5] ? 0 : 1;
}
