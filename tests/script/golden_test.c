/* SPDX-License-Identifier: MIT */
/* golden_test.c - scripts whose numbers are known from elsewhere
 *
 * The second part are programs of an empirical study of schedule exploration
 * (Thomson, Donaldson and Betts, PPoPP 2014; SCTBench) with the numbers that
 * were published for depth-first search: schedules, buggy ones, and the first
 * buggy one, which tests the order.  There, creating a thread is a decision
 * point.
 */
#include <stdio.h>
#include <string.h>

#include "machine.h"

#define CREATE3 "start 1; start 2; start 3"
#define JOIN3 "; join 1; join 2; join 3"
#define CREATE2 ", start 1, start 2; join 1; join 2"
#define INC " | lock m0, x+=1; unlock m0"
#define MEAL01 " | lock m0; lock m1; unlock m1; unlock m0"
#define MEAL10 " | lock m1; lock m0; unlock m0; unlock m1"
#define SETTER " | x=1; y=-1"

static const struct {
	const char *name, *text;
	uint64_t executions, bugs, first;
	size_t states; /* 0: unknown */
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
	/* Published. */
	{"reorder_3",
		CREATE3 JOIN3 SETTER SETTER
		" | a=x, if a==1 b=9, if a==0 b=y, if b==0 skip 4;"
		" c=x, if c!=1 fail; d=y, if d!=-1 fail, skip 1, fail, d=0",
		2494, 23, 126, 0},
	{"lazy01",
		CREATE3 JOIN3 " | lock m0, x+=1; unlock m0"
			      " | lock m0, x+=2; unlock m0 | lock m0, if x==3 "
			      "fail; unlock m0",
		118, 81, 1, 0},
	{"deadlock01",
		"start 1; start 2; join 1; join 2"
		" | lock m0; lock m1; unlock m1; unlock m0"
		" | lock m1; lock m0; unlock m0; unlock m1",
		46, 3, 10, 0},
	{"phase01",
		"start 1; start 2; join 1; join 2"
		" | lock m0; unlock m0; lock m0; lock m1; unlock m1; lock m1; "
		"unlock m1"
		" | lock m0; unlock m0; lock m0; lock m1; unlock m1; lock m1; "
		"unlock m1",
		17, 17, 1, 0},
	{"account",
		CREATE3 " | lock m0, a=u, if a==1 b=v, if b==1 fail; unlock m0"
			" | lock m0, u=1; unlock m0 | lock m0, v=1; unlock m0",
		28, 4, 3, 0},
};

static _Alignas(16) char memory[1 << 20];
static struct machine machine;

static void count(struct tally *out, const char *text)
{
	struct search_config config = {.strategy = "dfs"};
	struct program program;
	struct search *search;
	struct err err;

	if (script_parse(&program, text, &err) != OK ||
		search_new(&search, memory, sizeof memory, &config, &err) !=
			OK) {
		printf("%s\n", err.text);
		return;
	}
	machine_init(&machine, &program, search);
	while (machine_run(&machine))
		;
	*out = machine.tally;
}

int main(void)
{
	unsigned bad = 0, n = sizeof golden / sizeof *golden;

	for (unsigned i = 0; i < n; i++) {
		struct tally t = {0};
		uint64_t bugs;

		count(&t, golden[i].text);
		bugs = t.failed + t.deadlocked + t.livelocked;
		if (t.executions != golden[i].executions ||
			bugs != golden[i].bugs ||
			t.first_bug != golden[i].first ||
			(golden[i].states && t.states != golden[i].states)) {
			printf("FAILED: %s: %llu executions, %llu bugs, first "
			       "%llu, %zu states\n",
				golden[i].name,
				(unsigned long long)t.executions,
				(unsigned long long)bugs,
				(unsigned long long)t.first_bug, t.states);
			bad++;
		}
		tally_free(&t);
	}
	printf("%u passed, %u failed\n", n - bad, bad);
	return bad != 0;
}
