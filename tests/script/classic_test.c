/* SPDX-License-Identifier: MIT */
/* classic_test.c - the classic reductions: executions counted as published
 *
 * Numbers of Blum (Practical Concurrency Testing, 2018: "Landslide") and of
 * Thomson (Practical systematic concurrency testing, 2016), and some by hand.
 * Their other numbers are in golden_test.c (depth-first and bounded search),
 * cache_test.c and lazy_test.c (24 and 11 relations of Thomson's figure 4.1,
 * the schedules of 4.2 and 4.3), estimate_test.c (Landslide, 3.4.3). How many
 * executions random programs need is compared with the algorithm written down
 * anew in tests/oracle/classic.py.
 */
#include <stdio.h>
#include <string.h>

#include "machine.h"

enum {
	KINDS = 4,
	STEPS_ALL = 16
};

static const char *const kind[KINDS] = {
	"none", "classic", "classic-sleep", "classic-covered"};

#define INCREMENT "a=x; yield; if a==0 x=1; if a==1 x=2"
/* Under one mutex. */
#define SECTION(what) "lock m0, " what "; unlock m0"

static const struct {
	const char *name, *text;
	uint32_t executions[KINDS]; /* of each kind; 0: unknown */
	uint32_t stopped;	    /* of classic-sleep */
	size_t states;
	bool fails;
} golden[] = {
	/* Landslide, 3.4.2 (figures 2.1, 3.4 to 3.7): 20 interleavings of two
	 * x++ that are three instructions each, 6 with dynamic reduction, 4
	 * with sleep sets.  x is 1, or 2 in two ways. */
	{"x++", INCREMENT " | " INCREMENT, {20, 6, 4, 4}, 0, 3, false},
	/* The same: N and M events of two threads have C(N + M, N)
	 * interleavings, N each of K threads (KN)!/(N!)^K; no fewer traces if
	 * each depends on each. */
	{"2 and 3 events", "x=1; x=1 | x=1; x=1; x=1", {10, 10, 10, 10}, 0, 1,
		false},
	{"3 times 2 events", "x+=1; x+=1 | x+=1; x+=1 | x+=1; x+=1",
		{90, 90, 90, 90}, 0, 1, false},
	/* Landslide, figure 4.1: T1 counts under a mutex, T2 by atomic
	 * additions.  The failure cannot be seen with synchronisation alone as
	 * decision points, but with one between T1's load and its store. */
	{"figure 4.1, synchronisation",
		"lock m0, a=x, if a==0 x=1, if a==1 x=2, if a==2 x=3; "
		"unlock m0, assert x!=0 | x+=1; yield; x+=1, assert x!=0, "
		"assert x!=1",
		{0}, 0, 0, false},
	{"figure 4.1, data race",
		"lock m0; a=x; if a==0 x=1; if a==1 x=2; if a==2 x=3; "
		"unlock m0; assert x!=0 | x+=1; yield; x+=1; assert x!=0, "
		"assert x!=1",
		{0}, 0, 0, true},
	/* Landslide, figure 3.2: a thread and the one that it created each add
	 * one; the join does not help. */
	{"figure 3.2",
		"start 1; a=x; yield; if a==0 x=1; if a==1 x=2; join 1; assert "
		"x==2 | a=x; yield; if a==0 x=1; if a==1 x=2",
		{0}, 0, 0, true},
	/* Thomson, figure 4.1: four sections under one mutex are totally
	 * ordered, so no reduction by happens-before has fewer than 4!. */
	{"four sections",
		SECTION("x=1") " | " SECTION("y=1") " | " SECTION(
			"if x==0 y=2") " | " SECTION("if x==0 y=2"),
		{24, 24, 24, 24}, 0, 2, false},
	/* As tests/oracle/classic.py counts them. */
	{"readers and writers", "a=y | a=x | lock m0; x=1 | a=x; x=1",
		{180, 25, 9, 10}, 1, 4, false},
	/* By hand.  Nothing is shared: one trace. */
	{"nothing shared", "x=1; x=2 | y=1; y=2 | z=1; z=2", {90, 1, 1, 1}, 0,
		1, false},
	/* Never unlocked: whoever comes first. */
	{"lock never unlocked", "lock m0 | lock m0 | lock m0", {3, 3, 3, 3}, 0,
		3, false},
};

/* Landslide, figure 3.6: the branches A, B, C, K, L, M in the order of the
 * search, the first thread being 0; with sleep sets the first four.  A step
 * takes a second: 24 of them, or 18, as what is shared is not made again. */
static const char *const branch[] = {
	"000111", "001110", "001101", "111000", "110001", "110010"};
static const uint32_t branches[KINDS] = {0, 6, 4, 4};
static const uint32_t seconds[KINDS] = {0, 24, 18, 18};
/* After each branch, what part of the tree it is, as estimated there (3.4.3).
 * But the first is 1/4 there: it reverses the first load and the last store,
 * too, which are no race, as the first store and the last load are between.
 * The next branch shows that one. */
static const double part[KINDS][6] = {{0},
	{1. / 2, 3. / 8, 1. / 2, 3. / 4, 7. / 8, 1},
	{1. / 2, 3. / 8, 1. / 2, 1}, {1. / 2, 3. / 8, 1. / 2, 1}};

static _Alignas(16) char memory[1 << 22];
static struct machine machine;

static bool start(const char *text, const char *reduce)
{
	static struct program program;
	struct search_config config = {.strategy = "dfs"};
	struct err err;

	snprintf(config.reduce, sizeof config.reduce, "%s", reduce);
	if (script_parse(&program, text, &err) != OK ||
		search_new(&machine.search, memory, sizeof memory, &config,
			&err) != OK) {
		printf("FAILED: %s\n  %s\n", err.text, text);
		return false;
	}
	machine_init(&machine, &program, machine.search);
	return true;
}

static bool count(unsigned row, unsigned k)
{
	const struct tally *t = &machine.tally;
	const struct search_count *c;
	uint64_t expected = golden[row].executions[k];
	bool good;

	if (!start(golden[row].text, kind[k]))
		return false;
	while (machine_run(&machine))
		;
	c = search_count(machine.search);
	good = !machine.wrong && search_exhausted(machine.search) &&
	       (!expected || c->executions == expected) &&
	       c->blocked == (k == 2 ? golden[row].stopped : 0) &&
	       (t->failed > 0) == golden[row].fails &&
	       (!golden[row].states || t->states == golden[row].states);
	if (!good)
		printf("FAILED: %s, %s: %llu executions, %llu stopped, %llu "
		       "fail, %zu states%s%s\n",
			golden[row].name, kind[k],
			(unsigned long long)c->executions,
			(unsigned long long)c->blocked,
			(unsigned long long)t->failed, t->states,
			machine.wrong ? ": " : "",
			machine.wrong ? machine.wrong : "");
	tally_free(&machine.tally);
	return good;
}

/* The branches of figure 3.6, how many steps are made for them, and what is
 * estimated. */
static bool order(unsigned k)
{
	char made[STEPS_ALL], last[STEPS_ALL] = "";
	uint32_t n = 0, steps = 0;
	bool good = start("a=x; yield; x=a | a=x; yield; x=a", kind[k]);

	for (; good && machine_run(&machine); n++) {
		uint32_t shared = 0;

		for (uint32_t i = 0; i < machine.steps; i++)
			made[i] = (char)('0' + machine.made[i].thread);
		made[machine.steps] = 0;
		while (last[shared] && last[shared] == made[shared])
			shared++;
		steps += machine.steps - shared;
		good = n < branches[k] && strcmp(made, branch[n]) == 0 &&
		       machine.estimated.fraction == part[k][n] &&
		       machine.estimated.executions == (n + 1) / part[k][n];
		if (!good)
			printf("FAILED: %s, branch %u: %s, part %f\n", kind[k],
				n, made, machine.estimated.fraction);
		strcpy(last, made);
	}
	if (good && (n != branches[k] || steps != seconds[k])) {
		printf("FAILED: %s: %u branches, %u steps\n", kind[k], n,
			steps);
		good = false;
	}
	tally_free(&machine.tally);
	return good;
}

/* T0 holds the mutex when T2 overtakes its store, so T0 goes on.  After it, T2
 * comes before T1 if it is preferred (3.4.2: else what was overtaken could run
 * before what overtook it). */
static bool preference(unsigned k)
{
	static const char *const second[KINDS] = {
		"", "0200122", "0200122", "0200221"};
	char made[STEPS_ALL] = "";
	bool good = start("lock m0; x=1; unlock m0 | yield | x=2; lock m0; "
			  "unlock m0",
		kind[k]);

	good = good && machine_run(&machine) && machine_run(&machine);
	for (uint32_t i = 0; i < machine.steps; i++)
		made[i] = (char)('0' + machine.made[i].thread);
	if (strcmp(made, second[k]) != 0)
		good = false;
	if (!good)
		printf("FAILED: %s: %s\n", kind[k], made);
	tally_free(&machine.tally);
	return good;
}

int main(void)
{
	unsigned good = 0, bad = 0;

	for (unsigned i = 0; i < sizeof golden / sizeof *golden; i++)
		for (unsigned k = 0; k < KINDS; k++)
			count(i, k) ? good++ : bad++;
	for (unsigned k = 1; k < KINDS; k++)
		order(k) && preference(k) ? good++ : bad++;
	printf("%u passed, %u failed\n", good, bad);
	return bad != 0;
}
