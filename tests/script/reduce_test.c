/* SPDX-License-Identifier: MIT */
/* reduce_test.c - reductions against brute force on random programs
 *
 *   reduce_test [--reduce NAME] [--programs N] [--seed S] [--single]
 *               [--abandon] [--room BYTES] [--unrefined] [--downwards]
 *               [--limit N] [--families] [--coarse] [--withheld] [--buffers]
 *               [--awaits [--learn]] [--barriers]
 *   reduce_test [--reduce NAME] [-v] TEXT      counts one program
 *
 * All interleavings of a program, made without the search, give the set of its
 * traces; the reduction has to complete each exactly once (two of the classic
 * ones: at least once), and with the same ends.  --single: every transition is
 * one operation.  --abandon: executions are given up in their middle now and
 * then, and have to be made again. --room: a search in so little memory may say
 * that it is not complete, but nothing wrong. --unrefined: what commutes by
 * depend.def depends. --downwards: the last thread first.  --limit: programs of
 * more interleavings are left out (20000). --families: programs of few kinds of
 * operation each. --coarse: the search is told that every transition may be
 * longer; else those that are.  --withheld: of three threads or more one is
 * never tried.  --buffers: stores are seen by others when they are flushed,
 * which no thread does (tso and pso).  --awaits: threads wait in loops, for one
 * place.
 * --learn: with which values they go on is known once a value was met, and then
 * no execution tries it; else it is known at first.
 * --barriers: threads meet at one barrier, again and again.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "machine.h"

static uint64_t limit = 20000;

enum {
	REGION = 1 << 22,
	TRACES = 1 << 16,
};

/* Each showed what a rule of a reduction had lacked; random programs that do
 * are one in thousands.  `traces` by hand, 0: not counted. */
static const struct {
	const char *text;
	uint32_t traces;
	bool single;
} known[] = {
	{"if x==0 a=y | x=1 | y=1", 3, false},
	/* What hung below a branch whose thread has to wait. */
	{"init s0=0 | lock m0; unlock m0, lock m0, x=a | a=x, x=1 | b=y; "
	 "lock m0 | x=2",
		0, false},
	{"init s0=0 | lock m0; unlock m0, lock m0, if x==2 fail | x+=1, if "
	 "a==1 y=1 | b=y; lock m0 | cas x 0 1 a",
		0, false},
	{"init x=1 | until x==1 | add x 2; add x -2; add x 2 | add x 2 | until "
	 "x==3",
		0, true},
	{"init x=0 | add x 1 | add x 2; a=x | add x -2 | radd x 1 | until x==3",
		0, true},
	{"init tso | x=1, a=y | y=1; b=y, a=x", 0, false},
	{"init tso | a=y, x=1 | y=2 | add y 1, a=x", 0, false},
	{"init tso | b=y, x=1 | y=1 | if y==0 b=x", 0, false},
	{"init tso | y=a+1, x+=1; add x 1 | rel y 1; until x==1, a=y", 0,
		false},
	{"choose 3 a, lock m0, if y!=1 y=2 | y=1 | if y==1 a=x; lock m0 | y=1",
		0, false},
	{"y=2 | y=1 | lock m0; if y==0 x=2; x=a | lock m0; x+=1; unlock m0; "
	 "if x==1 cas y 0 2 a",
		0, false},
	{"trylock m1 b | lock m0; unlock m0 | lock m1, lock m0, unlock m1", 0,
		false},
	/* six orders of x, four sets of readers before the one writer */
	{"a=z | x=1 | z=1 | a=z | x=3 | x=2", 24, true},
	{"a=z | y=1; x=1 | z=1 | a=z | x=3 | y=2; x=2", 0, true},
	{"a=z | x=3 | z=1 | a=z | y=1; x=1 | y=2; x=2", 0, true},
	{"b=y | cas y 0 2 a | cas y 0 2 a; y=2 | b=y", 0, true},
	{"lock m0; a=y | y=1; lock m0; cas y 0 2 a; unlock m0 | y=1 | a=y", 0,
		true},
	{"init s0=1 | twait s0 a | twait s0 a | wait s0", 0, true},
	{"init s0=1 | y=b | assume y==0; twait s0 a | post s0 | twait s0 a", 0,
		true},
	{"init s0=1 | y+=1 | signal c0; x=a | twait s0 a | signal c0; twait s0 "
	 "a",
		0, true},
	{"y+=1; broadcast c0; lock m0; x=1 | y+=1; lock m0; ctwait c0 m0 a | "
	 "x=1",
		0, true},
	{"lock m0; cwait c0 m0; unlock m0 | lock m0; cwait c0 m0; unlock m0 | "
	 "signal c0",
		0, true},
	{"x=2 | choose 2 a; if a==0 a=x", 3, true},
	{"if x!=1 a=y; y=1 | cas y 0 1 a | if y==1 y=1; x+=1", 0, false},
	{"init barrier=2 | barrier | barrier | barrier", 0, true},
	/* of a transition that is longer nobody tells what its first store
	 * found: the wait is reversed with the one before it, too */
	{"x=1; x=0; x=2, y=1 | await x==1; z=1", 2, false},
	/* what any alternative stands for, beside a sequence with the one */
	{"x=1 | x=2, y=1 | a=x, a=y | a=x; a=y | y=1", 0, false},
	{"x=1 | add x 1, y=1 | cas x 0 1 a, a=y | a=x; a=y | y=1", 0, false},
	/* what is explored hangs beside what will be left out */
	{"choose 3 a, if a==0 y=1, if a==1 x=1; post s0, post s0 | choose 3 a, "
	 "if a==0 x=1, if a==1 b=x, if y==0 b=y",
		0, false},
	/* alternatives that touch different things, of which some sleep: 4
	 * where the first thread stores twice, else 3 */
	{"choose 2 a, if a==0 x=1; x=2 | choose 2 a, if a==0 b=x", 7, false},
	/* 8 each: the stores of x, and who meets y=1, or z */
	{"choose 2 a, if a==0 b=y, if a==1 z=1; x=2 | y=1 | c=y, d=z | x=1", 16,
		false},
	/* two orders of y, two of x; y=1 stands between a=y and x=1 */
	{"y=1; x=1 | a=y; x=2", 4, true},
	/* each reader of y, and x; asleep, b=y does not begin y=1 b=y */
	{"b=y; x=2 | y=1 | c=y | x=1", 8, true},
	/* arrivals commute; all three are needed before anybody leaves */
	{"init barrier=3 | barrier | barrier | barrier", 1, true},
	/* nor does it matter who comes first to another round, or leaves late
	 */
	{"init barrier=3 | barrier; barrier | barrier; barrier | barrier; "
	 "barrier",
		1, true},
	{"init barrier=2 | barrier; barrier; barrier | barrier; barrier; "
	 "barrier",
		1, true},
	/* with more threads than it waits for, who is left to the last round
	 * does: each of three, or which two of four come first */
	{"init barrier=2 | barrier | barrier | barrier", 3, true},
	{"init barrier=2 | barrier | barrier | barrier | barrier", 6, true},
	/* reduce/queue.c among the program tests: so many by all interleavings
	 */
	{"lock m0; a=x; if a==1 skip 5; cwait c0 m0; a=x; if a==1 skip 2; "
	 "cwait c0 m0; a=x; x=0; signal c1; unlock m0 | "
	 "lock m0; a=x; if a==1 skip 5; cwait c0 m0; a=x; if a==1 skip 2; "
	 "cwait c0 m0; a=x; x=0; signal c1; unlock m0 | "
	 "lock m0; x=1; signal c0; unlock m0; lock m0; a=x; if a==0 skip 1; "
	 "cwait c1 m0; x=1; signal c0; unlock m0",
		32, true},
	/* who is registered when the signal comes: none, either, or both (two
	 * alternatives); nobody else wakes who waits at the end */
	{"lock m0; cwait c0 m0; unlock m0 | lock m1; cwait c0 m1; unlock m1 | "
	 "signal c0",
		5, true},
	/* 3 alternatives; y is read before or after one thread's addition, and
	 * after none, one or two of the other's */
	{"init barrier=2 s0=1 | signal c0; add y 2; barrier | "
	 "choose 3 a; assume y==0 | add y 2; add y 2",
		18, true},
	/* read first after no addition, and again after none (it waits for
	 * ever), the one or the other; or first after the one, the other, both
	 */
	{"until x==5 | add x 1 | add x -1", 6, true},
	/* who is left out took no room at the barrier */
	{"init barrier=2 | choose 2 a; barrier | choose 2 a; barrier", 4, true},
	/* one of three comes third; if that is not the one who stores x, that
	 * store and the addition have two orders: 1 + 2 + 2 */
	{"init barrier=2 | barrier | add x 1 | barrier | barrier; x=1", 5,
		true},
	/* one thread joined by two, in either order */
	{"yield | yield | join 1 | yield; join 1", 2, true},
	/* of several accesses in one transition: still an addition, and not */
	{"add x 1, add x 2 | add x 1", 1, false},
	{"add x 1, a=x | add x 1", 2, false},
	{"add x 1, x=2 | add x 1", 2, false},
	{"add x 1, radd x 1 | add x 1", 2, false},
	{"add x 1, add y 1 | add y 1, add x 1", 1, false},
	/* 8, and 4 where b=y is left out */
	{"choose 2 a, if a==0 b=y; x=2 | y=1 | c=y | x=1", 12, false},
};

/* Traces with refinements and without, by hand. */
static const struct {
	const char *text;
	uint32_t traces, unrefined;
} refined[] = {
	{"post s0 | post s0 | post s0", 1, 6},
	{"add x 1 | add x 1 | add x 1", 1, 6},
	{"add x 1 | add x 2 | add x 1 | add x 1", 1, 24},
	{"radd x 1 | radd x 1 | radd x 1 | radd x 1 | radd x 1", 1, 120},
	{"add x 1 | add x 1 | add x 1 | add x 1 | add x 1 | add x 1", 1, 720},
	{"add x 1 | radd x 1", 2, 2},
	{"add x 1 | fetch x 1 a", 2, 2},
	{"add x 1 | x+=1", 2, 2},
	{"add x 1 | x=1", 2, 2},
	/* Which of the two the load comes after. */
	{"add x 1 | add x 2 | a=x", 4, 6},
	/* It sees 2 at once (1 trace, or 2), 1 and then 2 (2), 0 and then 1
	 * and 2 (2), or 0 and then 2 (1, or 2). */
	{"until x==2 | add x 1 | add x 1", 6, 8},
	{"init barrier=3 | barrier | barrier | barrier", 1, 6},
	/* 6 orders of the first round and of the second, in each of which who
	 * comes second leaves before or after the first one comes again, and
	 * who comes third in three places. */
	{"init barrier=3 | barrier; barrier | barrier; barrier | barrier; "
	 "barrier",
		1, 216},
	/* Ends are no state of the test. */
	{"x=1 | y=1 | z=1", 1, 1},
};

/* Threads with buffers; traces and final states by hand. */
static const struct {
	const char *text;
	uint32_t traces, states;
} buffered[] = {
	/* Two writes each, late or not: store buffering. */
	{"init tso | x=1; a=y | y=1; b=x", 4, 4},
	{"init tso | x=1; fence; a=y | y=1; fence; b=x", 3, 3},
	{"init tso | seq x 1; a=y | seq y 1; b=x", 3, 3},
	/* One fence is not enough. */
	{"init tso | x=1; fence; a=y | y=1; b=x", 4, 4},
	{"init tso | x=1; rfence; a=y | y=1; rfence; b=x", 4, 4},
	/* Stores stay in order, and so do loads. */
	{"init tso | x=1; y=1 | a=y; b=x", 3, 3},
	{"init tso | a=x; y=1 | b=y; x=1", 3, 3},
	{"init tso | x=1; y=2 | y=1; x=2", 3, 3},
	/* But of several places they do not, unless they are told to. */
	{"init pso | x=1; y=1 | a=y; b=x", 4, 4},
	{"init pso | x=1; rel y 1 | a=y; b=x", 3, 3},
	{"init pso | x=1; rfence; y=1 | a=y; b=x", 3, 3},
	{"init pso | x=1; fence; y=1 | a=y; b=x", 3, 3},
	{"init pso | rel x 1; y=1 | a=y; b=x", 4, 4},
	{"init pso | a=x; y=1 | b=y; x=1", 3, 3},
	{"init pso | x=1; y=2 | y=1; x=2", 4, 4},
	{"init pso | x=1; y=1 | y=2; a=x", 4, 4},
	{"init tso | x=1; y=1 | y=2; a=x", 4, 4},
	/* From its own store, which is first or last; or from the other's. */
	{"init tso | x=1; a=x | x=2", 3, 3},
	/* The other's stores of x and y: both before the load of y, which is
	 * then behind the own store of x or not; between; or both after it. */
	{"init tso | x=1; a=x; b=y | y=1; x=2", 5, 5},
	{"init pso | x=1; a=x; b=y | y=1; x=2", 6, 6},
	{"init tso | x=1; a=x; b=y | y=1; c=y; d=x", 4, 4},
	/* Who reads whom: seven of the eight, in one order of stores. */
	{"init tso | x=1 | a=x; y=1 | b=y; c=x", 7, 7},
	/* Additions that commute: each before the store, between, or after the
	 * load. */
	{"init tso | x=1; fence; a=x | add x 1 | add x 1", 9, 6},
	/* Behind the own flush alone; not what the other does meanwhile. */
	{"init tso | a=y; x=1 | y=1; lock m0, a=x", 4, 4},
	/* Locked: as without buffers. */
	{"init tso | lock m0; x=1; unlock m0 | lock m0; a=x; unlock m0", 2, 2},
	{"init pso | lock m0; x=1; y=1; unlock m0 | lock m0; a=y; b=x; unlock "
	 "m0",
		2, 2},
	/* Who joins comes after the flush. */
	{"init tso | x=1 | join 0; a=x", 1, 1},
};

struct traces { /* an open hash table: how often each was seen */
	uint64_t hash[TRACES];
	uint32_t times[TRACES];
	uint32_t count, again;
};

static _Alignas(16) char region[REGION], kept[REGION];
static struct traces all, found;
static struct machine machine;
static bool verbose, single, abandon, unrefined, downwards, coarse, withheld;
static size_t room = REGION; /* of the search */
static size_t states;	     /* that brute force found */

static uint32_t *times(struct traces *t, uint64_t hash)
{
	uint32_t i = (uint32_t)(hash_mix(hash) % TRACES);

	while (t->times[i] && t->hash[i] != hash)
		i = (i + 1) % TRACES;
	t->hash[i] = hash;
	return &t->times[i];
}

static void see(void *to, uint64_t hash)
{
	struct traces *t = to;

	if ((*times(t, hash))++)
		t->again++;
	else
		t->count++;
}

struct totals {
	uint64_t programs, left_out, failing, interleavings, traces, executions,
		blocked, probes, begun_in_vain;
	uint64_t order; /* of all executions: two builds that explore alike
			   print the same */
};

/* Does a thread wait in a loop for a change of what several add to?  Whether it
 * could go on without one of them, no footprint tells. */
static bool awaits_sums(const struct program *p)
{
	unsigned adds[SCRIPT_VARS] = {0};
	bool awaited[SCRIPT_VARS] = {false};
	bool any = false;

	for (unsigned t = 0; t < p->threads; t++) {
		bool added[SCRIPT_VARS] = {false};

		for (unsigned i = 0; i < p->length[t]; i++) {
			const struct statement *s = &p->code[t][i];

			if (s->kind == S_UNTIL)
				awaited[s->test_index] = true;
			if (s->kind == S_DEAD || s->kind == S_DEAD_RELEASE)
				added[s->object] = true;
		}
		for (unsigned v = 0; v < SCRIPT_VARS; v++)
			adds[v] += added[v];
	}
	for (unsigned v = 0; v < SCRIPT_VARS; v++)
		any |= awaited[v] && adds[v] > 1;
	return any;
}

/* Optimal, in theory and here, with one exception. */
static bool none_in_vain(const struct program *p, const char *reduce)
{
	return single && !abandon && !machine.learns &&
	       strcmp(reduce, "optimal") == 0 && !awaits_sums(p);
}

/* Does it complete a trace more than once? */
static bool repeats(const char *reduce)
{
	return strcmp(reduce, "classic") == 0 ||
	       strcmp(reduce, "classic-covered") == 0;
}

/* NULL: as it should be. */
static const char *compare(
	const struct program *p, const char *reduce, struct totals *total)
{
	struct search_config config = {.strategy = "dfs",
		.unrefined = unrefined,
		.downwards = downwards};
	struct tally brute = {0};
	struct events trace;
	struct err err;
	const char *wrong = NULL;
	bool small;

	memset(&all, 0, sizeof all);
	memset(&found, 0, sizeof found);
	events_init(&trace, kept, sizeof kept);
	trace.earlier.unrefined = unrefined;
	small = brute_traces(p, 40, limit, &brute, &trace, see, &all) &&
		!brute.stopped;
	if (!small || (brute.failed && brute.failed == brute.executions)) {
		total->left_out++;
		tally_free(&brute);
		return NULL;
	}
	states = brute.states;
	snprintf(config.reduce, sizeof config.reduce, "%s", reduce);
	if (search_new(&machine.search, region, room, &config, &err) != OK)
		return "search_new";
	machine_init(&machine, p, machine.search);
	events_init(&trace, kept, sizeof kept);
	trace.earlier.unrefined = unrefined;
	machine.trace = &trace;
	for (uint64_t n = 0; !wrong; n++) {
		if (abandon && n % 3 == 1) {
			machine_abandon(&machine, (uint32_t)(n % 7));
			machine.fresh = true;
		}
		if (!machine_run(&machine))
			break;
		events_cut(&trace, machine.steps);
		if (verbose) {
			for (uint32_t i = 0; i < machine.steps; i++)
				printf("%u.%u ", machine.made[i].thread,
					machine.made[i].alternative);
			printf("end %d, trace %08x\n", machine.end,
				(uint32_t)events_hash(&trace));
		}
		if (machine.end != OUTCOME_STOPPED &&
			machine.end != OUTCOME_REDUNDANT)
			see(&found, events_hash(&trace));
		if (strcmp(reduce, "none") != 0 && !repeats(reduce) &&
			found.again + found.count > 2 * all.count)
			wrong = "more than twice as many executions as traces";
		if (found.again + found.count > brute.executions + brute.pruned)
			wrong = "more executions than there are";
	}
	if (machine.wrong)
		wrong = machine.wrong;
	if (!wrong && room == REGION)
		wrong = machine_size(&machine);
	if (!wrong && room == REGION && machine.estimated.fraction != 1)
		wrong = "the last execution left something to do";
	total->programs++;
	total->interleavings += brute.executions + brute.pruned;
	total->traces += all.count;
	total->executions += found.count + found.again;
	total->blocked += search_count(machine.search)->blocked;
	total->probes += search_count(machine.search)->probes;
	total->order = hash_mix(total->order ^ machine.tally.order);
	if (brute.failed) { /* what comes after the first is not promised */
		total->failing++;
		if (!wrong && !machine.tally.failed)
			wrong = "no failure found";
	} else if (!wrong) {
		if (room < REGION && !search_exhausted(machine.search))
			total->left_out++; /* it says that it lost something */
		else if (found.count < all.count)
			wrong = "traces are missed";
		else if (found.again && !repeats(reduce))
			wrong = "a trace is executed again";
		else if (machine.tally.deadlocked + machine.tally.livelocked +
				 machine.tally.pruned &&
			 !(brute.deadlocked + brute.livelocked + brute.pruned))
			wrong = "ends that do not exist";
		else if (machine.tally.states != brute.states)
			wrong = "final states are missed";
		else if (none_in_vain(p, reduce) &&
			 search_count(machine.search)->blocked)
			wrong = "an execution was begun in vain";
		else if (!search_exhausted(machine.search))
			wrong = "not exhausted";
	}
	for (uint32_t i = 0; !wrong && i < TRACES; i++)
		if (found.times[i] && !*times(&all, found.hash[i]))
			wrong = "a trace that does not exist";
	tally_free(&brute);
	tally_free(&machine.tally);
	return wrong;
}

static void print(const struct totals *t)
{
	printf("%llu programs (%llu left out, %llu fail), "
	       "%llu interleavings, %llu traces, %llu executions, "
	       "%llu blocked, %llu probes, order %016llx\n",
		(unsigned long long)t->programs,
		(unsigned long long)t->left_out, (unsigned long long)t->failing,
		(unsigned long long)t->interleavings,
		(unsigned long long)t->traces,
		(unsigned long long)t->executions,
		(unsigned long long)t->blocked, (unsigned long long)t->probes,
		(unsigned long long)t->order);
}

static bool one(const char *text, const char *reduce, struct totals *total)
{
	struct program program;
	struct err err;
	const char *wrong;

	if (script_parse(&program, text, &err) != OK) {
		printf("FAILED: %s\n  %s\n", err.text, text);
		return false;
	}
	program.unforeseen = coarse;
	if (withheld)
		script_withhold(&program);
	wrong = compare(&program, reduce, total);
	if (wrong)
		printf("FAILED: %s: %s (%u traces, %u found, %u again)\n  %s\n",
			reduce, wrong, all.count, found.count, found.again,
			text);
	return !wrong;
}

/* Is this what is estimated after each execution?  And, with `chosen`, once
 * more when the next one was chosen? */
static bool estimated(const char *reduce, const char *text,
	const double *fraction, int executions, bool chosen)
{
	struct search_config config = {.strategy = "dfs"};
	struct program program;
	struct estimated is;
	struct err err;

	snprintf(config.reduce, sizeof config.reduce, "%s", reduce);
	if (script_parse(&program, text, &err) != OK ||
		search_new(&machine.search, region, REGION, &config, &err) !=
			OK)
		return false;
	machine_init(&machine, &program, machine.search);
	for (int i = 0; i < executions; i++) {
		if (!machine_run(&machine) ||
			fabs(machine.estimated.fraction - fraction[i]) > 1e-9 ||
			fabs(machine.estimated.executions -
				(i + 1) / fraction[i]) > 1e-6)
			return false;
		machine_abandon(&machine, 0);
		if (machine.wrong || !search_estimate(machine.search, &is) ||
			(chosen && fabs(is.fraction - fraction[i]) > 1e-9))
			return false;
	}
	tally_free(&machine.tally);
	return true;
}

/* Two threads that load x and store it: four traces.  The first execution finds
 * that T1 may load before T0 stores; the second, which does, that T0's store
 * may be before T1's, and that T1's store may be before T0's load.
 *
 * The optimal one expects, behind T0's store, what T1 has of two operations
 * there: 1 / (1 + 2).  (That T1's store depends on T0's load shows, too, but it
 * comes behind a load that T0's store led to.)  Then nothing of that is left
 * to guess; T1's store before T0's load, which has a store behind it: 3/4 by 1
 * + 1/2.  Then 1 by that.
 *
 * Of three threads that take one lock each may be the first, and each of two
 * others the second, and the first execution has but two races.  Of two that
 * take one three times and once, the second one comes first in one of four
 * orders, then in one of three. */
static bool estimates(const char *reduce)
{
	static const double seen[] = {1. / 2, 3. / 8, 1. / 2, 1},
			    expected[] = {1. / 3, 1. / 2, 2. / 3, 1},
			    locks[] = {1. / 6, 2. / 6, 3. / 6, 4. / 6, 5. / 6,
				    1},
			    once[] = {1. / 4, 2. / 4, 3. / 4, 1};
	static const char both[] = "a=x; x=1 | a=x; x=2";

	if (strcmp(reduce, "none") == 0 || strcmp(reduce, "classic") == 0)
		return true; /* classic_test has them */
	if (strcmp(reduce, "optimal") != 0)
		return estimated(reduce, both, seen, 4, true);
	return estimated(reduce, both, expected, 4, false) &&
	       estimated(reduce,
		       "lock m0; unlock m0 | lock m0; unlock m0 | lock m0; "
		       "unlock m0",
		       locks, 6, true) &&
	       estimated(reduce,
		       "lock m0; unlock m0; lock m0; unlock m0; lock m0; "
		       "unlock m0 | lock m0; unlock m0",
		       once, 4, false);
}

int main(int argc, char **argv)
{
	void (*make)(struct rng *, char *, size_t, bool) = generate;
	const char *reduce = "source", *text = NULL;
	uint64_t programs = 2000, seed = 1;
	struct totals total = {0};
	char random[512];
	struct rng rng;

	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--reduce") == 0 && i + 1 < argc)
			reduce = argv[++i];
		else if (strcmp(argv[i], "--programs") == 0 && i + 1 < argc)
			programs = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
			seed = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--limit") == 0 && i + 1 < argc)
			limit = strtoull(argv[++i], NULL, 10);
		else if (strcmp(argv[i], "--room") == 0 && i + 1 < argc)
			room = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--abandon") == 0)
			abandon = true;
		else if (strcmp(argv[i], "--families") == 0)
			make = generate_families;
		else if (strcmp(argv[i], "--barriers") == 0)
			make = generate_barriers;
		else if (strcmp(argv[i], "--buffers") == 0)
			make = generate_buffers;
		else if (strcmp(argv[i], "--awaits") == 0)
			make = generate_awaits;
		else if (strcmp(argv[i], "--learn") == 0)
			machine.learns = true;
		else if (strcmp(argv[i], "--unrefined") == 0)
			unrefined = true;
		else if (strcmp(argv[i], "--downwards") == 0)
			downwards = true;
		else if (strcmp(argv[i], "--coarse") == 0)
			coarse = true;
		else if (strcmp(argv[i], "--withheld") == 0)
			withheld = true;
		else if (strcmp(argv[i], "-v") == 0)
			verbose = true;
		else if (strcmp(argv[i], "--single") == 0)
			single = true;
		else
			text = argv[i];
	if (text && !one(text, reduce, &total))
		return 1;
	if (!text && !estimates(reduce)) {
		printf("FAILED: %s: not the estimates that follow by hand\n",
			reduce);
		return 1;
	}
	for (size_t i = 0; !text && make == generate_buffers &&
			   i < sizeof buffered / sizeof *buffered;
		i++) {
		if (!one(buffered[i].text, reduce, &total))
			return 1;
		if (all.count != buffered[i].traces ||
			states != buffered[i].states) {
			printf("FAILED: %u traces, %zu states, %u, %u by "
			       "hand\n  %s\n",
				all.count, states, buffered[i].traces,
				buffered[i].states, buffered[i].text);
			return 1;
		}
	}
	for (size_t i = 0; !text && i < sizeof known / sizeof *known; i++) {
		if (single && !known[i].single)
			continue;
		if (!one(known[i].text, reduce, &total))
			return 1;
		if (known[i].traces && !unrefined && !withheld &&
			all.count != known[i].traces) {
			printf("FAILED: %u traces, %u by hand\n  %s\n",
				all.count, known[i].traces, known[i].text);
			return 1;
		}
	}
	for (size_t i = 0; !text && i < sizeof refined / sizeof *refined; i++) {
		uint32_t traces =
			unrefined ? refined[i].unrefined : refined[i].traces;

		if (!one(refined[i].text, reduce, &total))
			return 1;
		if (all.count != traces && !withheld) {
			printf("FAILED: %u traces, %u by hand\n  %s\n",
				all.count, traces, refined[i].text);
			return 1;
		}
	}
	for (uint64_t i = 0; !text && total.programs < programs; i++) {
		rng_seed(&rng, seed, i);
		make(&rng, random, sizeof random, single);
		if (!one(random, reduce, &total))
			return 1;
	}
	print(&total);
	return 0;
}
