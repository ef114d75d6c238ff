/* SPDX-License-Identifier: MIT */
/* golden_test.c - scripts whose numbers are known from elsewhere
 *
 * Numbers of reductions are in classic_test.c, those of caches and of lazy
 * reduction in cache_test.c and lazy_test.c.
 *
 * The second part are programs of an empirical study of schedule exploration
 * (Thomson, Donaldson and Betts, PPoPP 2014; SCTBench) with the numbers that
 * were published for depth-first search: schedules, buggy ones, and the first
 * buggy one, which tests the order.  There, creating a thread is a decision
 * point.  So are those for preemption and delay bounding, where the bound in
 * which a bug is found is explored to its end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

#define CREATE3 "start 1; start 2; start 3"
#define JOIN3 "; join 1; join 2; join 3"
#define CREATE2 ", start 1, start 2; join 1; join 2"
#define INC " | lock m0, x+=1; unlock m0"
#define MEAL01 " | lock m0; lock m1; unlock m1; unlock m0"
#define MEAL10 " | lock m1; lock m0; unlock m0; unlock m1"
#define SETTER " | x=1; y=-1"
#define CHECKER                                                                \
	" | a=x, if a==1 b=9, if a==0 b=y, if b==0 skip 4;"                    \
	" c=x, if c!=1 fail; d=y, if d!=-1 fail, skip 1, fail, d=0"

#define HANDOVER " | lock m0; lock m1; unlock m0; lock m0; unlock m1; unlock m0"
/* Forks that are only taken under one lock are never waited for. */
#define EATS " | lock m0; yield; yield; yield; yield; unlock m0; a=x"
#define EATER2 EATS "; if a==0 x=1; if a==1 x=2; b=x, if b==2 fail"
#define EATER3 EATS "; if a==0 x=1; if a==1 x=2; if a==2 x=3; b=x, if b==3 fail"
#define COUNTER                                                                \
	" | lock m1; a=x; if a==0 x=1; if a==1 x=2; if a==2 x=3; if a==3 "     \
	"x=4; unlock m1"
#define WATCHER                                                                \
	" | lock m0; a=x; b=x; if b==0 x=1; if b==1 x=2; if b==2 x=3; if "     \
	"b==3 x=4;"                                                            \
	" c=x, if a!=0 skip 1, if c!=1 fail, if a!=1 skip 1, if c!=2 fail,"    \
	" if a!=2 skip 1, if c!=3 fail, if a!=3 skip 1, if c!=4 fail; unlock " \
	"m0"

/* What a bounded search came to: the bound in which the first bug was found,
 * the number of that execution, executions within the bound, those with exactly
 * as many preemptions or delays, and how many of these fail. */
struct bound {
	uint32_t bound;
	uint64_t first, total, new, bugs; /* first 0: unknown */
};

static const struct {
	const char *name, *text;
	uint64_t executions, bugs, first;
	size_t states;
} golden[] = {
	/* By hand. */
	{"store buffering", "x=1; a=y | y=1; b=x", 6, 0, 0, 3},
	{"three, one access each", "if x==0 a=y | x=1 | y=1", 6, 0, 0, 2},
	{"one long transition", "x=1, y=1 | a=x, b=y", 2, 0, 0, 2},
	{"lock never unlocked", "lock m0 | lock m0", 2, 2, 1, 2},
	{"choices", "choose 3 a; choose 2 b", 6, 0, 0, 6},
	{"choices of two", "choose 2 a | choose 3 a", 12, 0, 0, 6},
	{"timeout or not", "twait s0 a | post s0", 3, 0, 0, 2},
	{"spinning", "until x==1 | x=1", 2, 0, 0, 1},
	{"livelock", "until x==1", 1, 1, 1, 1},
	{"lost signal", "lock m0; cwait c0 m0; unlock m0 | signal c0", 3, 2, 2,
		2},
	{"barrier of two", "init barrier=2 | barrier | barrier", 4, 0, 0, 1},
	{"leaving waits", "exit | x=1; x=2", 1, 0, 0, 1},
	{"assumption", "assume x==0 | x=1", 1, 0, 0, 2},
	/* As tests/oracle counts them, in another language. */
	{"sb", CREATE2 " | x=1; a=y | y=1; b=x", 10, 0, 0, 3},
	{"ainc N=2", CREATE2 " | x+=1 | x+=1", 3, 0, 0, 1},
	{"ainc N=3",
		", start 1, start 2, start 3" JOIN3 " | x+=1 | x+=1 | x+=1", 15,
		0, 0, 1},
	{"mutexinc N=2", CREATE2 INC INC, 4, 0, 0, 1},
	{"mutexinc N=3", ", start 1, start 2, start 3" JOIN3 INC INC INC, 28, 0,
		0, 1},
	{"philos N=2", CREATE2 MEAL01 MEAL01, 6, 0, 0, 1},
	{"philos N=2 BUG=1", CREATE2 MEAL01 MEAL10, 13, 2, 10, 2},
};

/* Published. */
static const struct {
	const char *name, *text;
	uint64_t executions, bugs, first; /* of dfs; executions 0: unknown */
	struct bound ipb, idb;
} study[] = {
	{"reorder_3", CREATE3 JOIN3 SETTER SETTER CHECKER, 2494, 23, 126,
		{1, 43, 74, 61, 2}, {2, 25, 45, 35, 3}},
	{"reorder_4",
		CREATE3 "; start 4" JOIN3
			"; join 4" SETTER SETTER SETTER CHECKER,
		0, 0, 0, {1, 359, 774, 701, 3}, {3, 205, 417, 330, 7}},
	{"reorder_5",
		CREATE3 "; start 4; start 5" JOIN3
			"; join 4; join 5" SETTER SETTER SETTER SETTER CHECKER,
		0, 0, 0, {1, 3378, 8483, 7982, 4}, {4, 1513, 3681, 2843, 15}},
	{"lazy01",
		CREATE3 JOIN3 " | lock m0, x+=1; unlock m0"
			      " | lock m0, x+=2; unlock m0 | lock m0, if x==3 "
			      "fail; unlock m0",
		118, 81, 1, {0, 1, 13, 13, 6}, {0, 1, 1, 1, 1}},
	{"deadlock01",
		"start 1; start 2; join 1; join 2"
		" | lock m0; lock m1; unlock m1; unlock m0"
		" | lock m1; lock m0; unlock m0; unlock m1",
		46, 3, 10, {1, 9, 12, 9, 2}, {1, 7, 9, 8, 1}},
	{"phase01",
		"start 1; start 2; join 1; join 2"
		" | lock m0; unlock m0; lock m0; lock m1; unlock m1; lock m1; "
		"unlock m1"
		" | lock m0; unlock m0; lock m0; lock m1; unlock m1; lock m1; "
		"unlock m1",
		17, 17, 1, {0, 1, 2, 2, 2}, {0, 1, 1, 1, 1}},
	{"account",
		CREATE3 " | lock m0, a=u, if a==1 b=v, if b==1 fail; unlock m0"
			" | lock m0, u=1; unlock m0 | lock m0, v=1; unlock m0",
		28, 4, 3, {0, 3, 6, 6, 2}, {1, 3, 5, 4, 1}},
	{"stringbuffer",
		"start 1; lock m1; lock m0, a=x; unlock m0; lock m0, b=x, if "
		"a==1 skip 1, if b==1 fail; unlock m0; unlock m1"
		" | lock m0, x=1; unlock m0; lock m0, x=0; unlock m0",
		24, 1, 7, {2, 9, 13, 8, 1}, {2, 9, 13, 8, 1}},
	{"bluetooth",
		"init x=1 | start 1; a=u, if a==1 skip 5; lock m0, x+=1; "
		"unlock m0; b=w, if b==1 fail;"
		" lock m0, x+=-1, c=x; unlock m0; if c==0 v=1"
		" | u=1; lock m0, x+=-1, c=x; unlock m0; if c==0 v=1; a=v; if "
		"a==1 w=1",
		177, 10, 36, {1, 6, 7, 6, 1}, {1, 6, 7, 6, 1}},
	{"carter01",
		CREATE3 "; start 4" JOIN3 "; join 4" HANDOVER HANDOVER
			" | , d=0 | , d=0",
		1708, 49, 8, {1, 9, 19, 16, 2}, {1, 8, 12, 11, 1}},
	{"token_ring",
		"init u=1 v=2 w=1 | " CREATE3
		"; start 4 | lock m0, a=w, if a==1 u=2, if a==2 u=3, x=1; "
		"unlock m0"
		" | lock m0, a=u, v=a, y=1; unlock m0 | lock m0, a=v, w=a, "
		"z=1; unlock m0"
		" | lock m0, if x==0 skip 5, if y==0 skip 4, if z==0 skip 3, "
		"if u!=2 fail, if v!=2 fail, if w!=2 fail; unlock m0",
		280, 57, 8, {0, 8, 24, 24, 4}, {2, 10, 29, 22, 3}},
	{"twostage",
		"start 1; start 2; join 1; join 2 | lock m0, u=1; unlock m0; "
		"lock m1, v=2; unlock m1"
		" | lock m0, a=u; unlock m0, if a==0 skip 4; lock m1, b=v; "
		"unlock m1, if b!=2 fail",
		87, 3, 13, {1, 9, 10, 7, 1}, {1, 7, 9, 8, 1}},
	{"sync01",
		"start 1; start 2; join 1; join 2 | lock m0; cwait c0 m0 | "
		"lock m0; unlock m0; signal c1",
		6, 6, 1, {0, 1, 2, 2, 2}, {0, 1, 1, 1, 1}},
	{"din_phil2", "start 1; start 2; join 1; join 2" EATER2 EATER2, 5336,
		4686, 1, {0, 1, 3, 3, 3}, {0, 1, 1, 1, 1}},
	{"din_phil3", CREATE3 JOIN3 EATER3 EATER3 EATER3, 0, 0, 0,
		{0, 1, 13, 13, 13}, {0, 1, 1, 1, 1}},
	{"wronglock_3",
		CREATE3 "; start 4" JOIN3
			"; join 4" WATCHER COUNTER COUNTER COUNTER,
		0, 0, 0, {1, 243, 856, 783, 66}, {1, 15, 22, 21, 2}},
	/* Figures 3.1 and 3.2 there: delay bounding needs more delays than
	 * there are preemptions. */
	{"create all",
		"start 1, start 2, start 3 | x=1; y=1 | z=1 | a=x, if a==0 "
		"skip 2, b=y, if b==0 fail",
		0, 0, 0, {1, 0, 11, 5, 3}, {1, 0, 4, 3, 1}},
	{"create all alike",
		"start 1, start 2, start 3 | x=1; y=1 | x=1; y=1 | a=x, if "
		"a==0 skip 2, b=y, if b==0 fail",
		0, 0, 0, {1, 0, 16, 10, 2}, {2, 0, 11, 6, 3}},
};

static _Alignas(16) char memory[1 << 20];
static struct machine machine;

static struct search *begin(const char *text, const char *strategy)
{
	struct search_config config = {.strategy = ""};
	static struct program program;
	struct search *search;
	struct err err;

	strcpy(config.strategy, strategy);
	if (script_parse(&program, text, &err) != OK ||
		search_new(&search, memory, sizeof memory, &config, &err) !=
			OK) {
		printf("FAILED: %s\n", err.text);
		exit(1);
	}
	machine_init(&machine, &program, search);
	return search;
}

static uint64_t bugs_of(const struct tally *t)
{
	return t->failed + t->deadlocked + t->livelocked;
}

/* states 0: unknown */
static bool is_dfs(const char *name, const char *text, uint64_t executions,
	uint64_t bugs, uint64_t first, size_t states)
{
	const struct tally *t = &machine.tally;
	bool good;

	begin(text, "dfs");
	while (machine_run(&machine))
		;
	good = t->executions == executions && bugs_of(t) == bugs &&
	       t->first_bug == first && (states == 0 || t->states == states);
	if (!good)
		printf("FAILED: %s: %llu executions, %llu bugs, first %llu, "
		       "%zu states\n",
			name, (unsigned long long)t->executions,
			(unsigned long long)bugs_of(t),
			(unsigned long long)t->first_bug, t->states);
	tally_free(&machine.tally);
	return good;
}

static bool is_bounded(const char *name, const char *text, const char *strategy,
	struct bound wanted)
{
	const struct tally *t = &machine.tally;
	struct search *s = begin(text, strategy);
	const struct search_bounds *b = search_bounds(s);
	bool good;

	search_finish_bound(s);
	while (machine_run(&machine))
		;
	good = b->now == wanted.bound && b->executions == wanted.new &&
	       b->failed == wanted.bugs &&bugs_of(t) == wanted.bugs &&
	       t->executions == wanted.total &&
	       (wanted.first == 0 || t->first_bug == wanted.first);
	if (!good)
		printf("FAILED: %s, %s: bound %u, first %llu, %llu executions, "
		       "%llu new, %llu bugs\n",
			name, strategy, b->now,
			(unsigned long long)t->first_bug,
			(unsigned long long)t->executions,
			(unsigned long long)b->executions,
			(unsigned long long)b->failed);
	tally_free(&machine.tally);
	return good;
}

/* reorder with more threads than scripts have: main creates all and joins them
 * in order; setters store x and y; checkers are CHECKER. */
struct crowd {
	unsigned setters, threads; /* main included */
	unsigned at[32];	   /* operations made */
	int x, y;
	bool failed, passed[32]; /* a checker that has seen nothing ends */
};

static bool ended(const struct crowd *c, unsigned t)
{
	return t > c->setters ? c->passed[t] || c->at[t] == 3 : c->at[t] == 2;
}

static bool goes_on(const struct crowd *c, unsigned t)
{
	if (t > 0)
		return c->at[0] >= t && !ended(c, t);
	return c->at[0] < c->threads - 1 ||
	       (c->at[0] < 2 * (c->threads - 1) &&
		       ended(c, c->at[0] - c->threads + 2));
}

static void go_on(struct crowd *c, unsigned t)
{
	unsigned at = c->at[t]++;

	if (t == 0)
		return;
	if (t <= c->setters) {
		c->x = at == 0 ? 1 : c->x;
		c->y = at == 1 ? -1 : c->y;
		return;
	}
	if (at == 0)
		c->passed[t] = c->x == 0 && c->y == 0;
	else
		c->failed = at == 1 ? c->x != 1 : c->y != -1;
}

static void run_crowd(struct search *s, struct crowd c, struct start start)
{
	struct outcome outcome = {.kind = OUTCOME_ENDED};
	struct pending pending[32];
	struct view view = {pending, (tid)c.threads, TID_NONE, 0, 0, 0};

	for (;; view.step++) {
		struct choice choice;

		view.enabled = 0;
		for (unsigned t = 0; t < c.threads; t++) {
			bool can = !c.failed && goes_on(&c, t);

			pending[t] = (struct pending){.live = 1, .offers = can};
			view.enabled += can;
		}
		if (view.enabled == 0)
			break;
		choice = view.step < start.length ? start.prefix[view.step]
						  : search_choose(s, &view);
		go_on(&c, choice.thread);
		view.last = choice.thread;
	}
	outcome.kind = c.failed ? OUTCOME_FAILED : OUTCOME_ENDED;
	outcome.steps = view.step;
	search_end(s, &outcome);
}

/* Published: how many schedules have at most 0, 1, ... delays. */
static bool is_crowd(
	unsigned setters, unsigned checkers, const uint64_t *within)
{
	struct search_config config = {.strategy = "idb"};
	struct crowd crowd = {
		.setters = setters, .threads = setters + checkers + 1};
	const struct search_bounds *b;
	struct search *s;
	struct start start;
	struct err err;

	while (within[config.bounds])
		config.bounds++;
	if (search_new(&s, memory, sizeof memory, &config, &err) != OK)
		return false;
	b = search_bounds(s);
	while (!(start = search_begin(s)).done) {
		if (b->done && b->within != within[b->done - 1])
			break;
		run_crowd(s, crowd, start);
	}
	if (b->done == config.bounds && b->within == within[b->done - 1])
		return true;
	printf("FAILED: %u setters, %u checkers: %llu executions with at most "
	       "%u delays\n",
		setters, checkers, (unsigned long long)b->within, b->done - 1);
	return false;
}

int main(void)
{
	static const uint64_t reorder_10[] = {1, 31, 591, 6783, 61871, 0},
			      reorder_20[] = {1, 70, 3084, 78977, 0};
	unsigned bad = 0, n = 0;

	for (; n < sizeof golden / sizeof *golden; n++)
		bad += !is_dfs(golden[n].name, golden[n].text,
			golden[n].executions, golden[n].bugs, golden[n].first,
			golden[n].states);
	for (unsigned i = 0; i < sizeof study / sizeof *study; i++, n++) {
		const char *name = study[i].name, *text = study[i].text;
		bool good = is_bounded(name, text, "ipb", study[i].ipb) &&
			    is_bounded(name, text, "idb", study[i].idb);

		if (good && study[i].executions)
			good = is_dfs(name, text, study[i].executions,
				study[i].bugs, study[i].first, 0);
		bad += !good;
	}
	bad += !is_crowd(9, 1, reorder_10) + !is_crowd(10, 10, reorder_20);
	n += 2;
	printf("%u passed, %u failed\n", n - bad, bad);
	return bad != 0;
}
