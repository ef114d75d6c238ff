/* SPDX-License-Identifier: MIT */
/* rff_test.c - do executions follow their rules, and does what is new stay?
 *
 * By hand: with these rules every execution fails, or none does, whatever the
 * chance; rules that cannot be kept stop nothing.
 *
 * And what the strategy is for: a pair that comes about in few schedules is
 * found in far fewer executions than by priorities alone (`pos`), over 100
 * seeds.  Each abstract schedule that is kept has shown a new pair: there are
 * as many at most as pairs, and one.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "machine.h"
#include "search/strategy.h"
#include "search/strategy/rff.h"

enum {
	TIMES = 2000,
	SEEDS = 100,
	MOST = 20000
};

/* A statement of the program: thread and number; NOBODY. */
struct at {
	int thread, number;
};
#define NOBODY                                                                 \
	{                                                                      \
		-1, 0                                                          \
	}

static const struct {
	const char *text;
	unsigned fails; /* of 100; 101: some, not all */
	unsigned rules;
	struct {
		struct at writer, reader;
		bool never;
	} rule[RFF_RULES];
} planned[] = {
	{"w=1; w=2; w=3; x=1; x=0 | assert x!=1", 100, 1,
		{{{0, 3}, {1, 0}, false}}},
	{"w=1; w=2; w=3; x=1; x=0 | assert x!=1", 0, 1,
		{{{0, 3}, {1, 0}, true}}},
	{"x=1; x=0 | assert x!=1", 0, 1, {{NOBODY, {1, 0}, false}}},
	{"x=1; x=0 | assert x!=1", 0, 1, {{{0, 1}, {1, 0}, false}}},
	{"x=1; x=0 | assert x!=1", 101, 1, {{NOBODY, {1, 0}, true}}},
	{"x=1; x=0 | assert x!=1", 101, 0, {{NOBODY, {1, 0}, true}}},
	/* One of two writers, whatever the third does. */
	{"x=1 | x=2 | assert x!=2", 100, 1, {{{1, 0}, {2, 0}, false}}},
	/* Two rules. */
	{"x=1; x=0; y=1; y=0 | a=x; if a==1 b=y, if b==1 fail", 100, 2,
		{{{0, 0}, {1, 0}, false}, {{0, 2}, {1, 1}, false}}},
	/* It cannot be kept: others go on. */
	{"lock m0; x=1; x=0; unlock m0 | lock m0; assert x!=1; unlock m0", 0, 1,
		{{{0, 1}, {1, 1}, false}}},
};

static _Alignas(16) char memory[1 << 21];
static struct machine machine;
static unsigned failed;

static void complain(const char *text, const char *what)
{
	printf("FAILED: %s\n  %s\n", what, text);
	failed++;
}

static void view_of(const struct program *p, const struct state *s,
	struct pending thread[SCRIPT_ENTRIES], struct view *view)
{
	uint32_t option[SCRIPT_OPTIONS];

	*view = (struct view){.thread = thread, .last = TID_NONE};
	for (unsigned t = 0; t < p->threads; t++) {
		memset(&thread[t], 0, sizeof thread[t]);
		if (!state_live(p, s, t))
			continue;
		thread[t] = state_pending(p, s, t);
		thread[t].offers = state_tried(p, s, t, option);
		view->threads = (tid)(t + 1);
		view->enabled += thread[t].offers > 0;
	}
}

static uint64_t code_at(const struct program *p, struct at at, uint64_t *object)
{
	struct state s;
	struct pending pending;

	if (at.thread < 0)
		return 0;
	state_start(p, &s);
	s.thread[at.thread].pc = (uint8_t)at.number;
	pending = state_pending(p, &s, (unsigned)at.thread);
	*object = pending.object;
	return rff_code(&pending);
}

/* True: it failed. */
static bool execute(void *self, const struct program *p, uint64_t number,
	const struct rff_rule *rule, unsigned rules)
{
	struct pending thread[SCRIPT_ENTRIES];
	struct outcome outcome = {0};
	struct state s;
	struct view view;

	strategy_rff.begin(self, number);
	rff_plan(self, rule, rules);
	state_start(p, &s);
	for (view_of(p, &s, thread, &view); view.enabled;
		view_of(p, &s, thread, &view)) {
		state_step(p, &s, strategy_rff.choose(self, &view), NULL);
		view.step++;
	}
	outcome.kind = state_end(p, &s);
	strategy_rff.end(self, &outcome);
	return outcome.kind == OUTCOME_FAILED;
}

static void follow(unsigned i)
{
	const char *text = planned[i].text;
	struct region region = {memory, 0, sizeof memory};
	struct search_config config = {.seed = 7};
	struct rff_rule rule[RFF_RULES];
	void *self = strategy_rff.create(&config, &region);
	unsigned fails = 0, all = planned[i].fails;
	struct program program;

	if (!self || script_parse(&program, text, NULL) != OK) {
		complain(text, "no script");
		return;
	}
	for (unsigned k = 0; k < planned[i].rules; k++) {
		rule[k].writer = code_at(
			&program, planned[i].rule[k].writer, &rule[k].object);
		rule[k].reader = code_at(
			&program, planned[i].rule[k].reader, &rule[k].object);
		rule[k].never = planned[i].rule[k].never;
	}
	for (unsigned n = 0; n < TIMES; n++)
		fails += execute(self, &program, n, rule, planned[i].rules);
	printf("%s\n  %u of %d fail\n", text, fails, TIMES);
	if (all == 101 ? fails == 0 || fails == TIMES
		       : fails != TIMES * all / 100)
		complain(text, "the rules were not followed");
}

/* Executions until one fails, on average (geometric). */
static double until_found(const struct program *p, const char *strategy)
{
	double sum = 0;

	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct search_config config = {
			.seed = seed, .executions_max = MOST};
		struct search *search;
		unsigned n = 1;

		snprintf(config.strategy, sizeof config.strategy, "%s",
			strategy);
		if (search_new(&search, memory, sizeof memory, &config, NULL) !=
			OK)
			return 0;
		machine_init(&machine, p, search);
		while (machine_run(&machine) && machine.end != OUTCOME_FAILED)
			n++;
		tally_free(&machine.tally);
		sum += log(n) / SEEDS;
	}
	return exp(sum);
}

static void hunt(void)
{
	static const char text[] =
		"z=1; z=2; z=3; z=4; x=1; x=0; z=5; z=6; z=7; z=8; y=1; y=0; "
		"z=1; z=2; z=3; u=1; u=0 | a=x; if a==1 b=y; if b==1 c=u, "
		"if c==1 fail";
	struct program program;
	double rff, pos;

	if (script_parse(&program, text, NULL) != OK) {
		complain(text, "no script");
		return;
	}
	rff = until_found(&program, "rff");
	pos = until_found(&program, "pos");
	printf("%s\n  rff %.1f executions, pos %.1f\n", text, rff, pos);
	if (!(rff > 0 && rff < pos / 5))
		complain(text, "no faster than without rules");
}

/* With what its executions draw. */
static void keep(void)
{
	static const char text[] = "x=1; x=2; x=3 | a=x; b=x";
	struct region region = {memory, 0, sizeof memory};
	struct search_config config = {.seed = 7};
	void *self = strategy_rff.create(&config, &region);
	struct program program;
	uint32_t kept = 0;

	if (!self || script_parse(&program, text, NULL) != OK) {
		complain(text, "no script");
		return;
	}
	for (unsigned n = 0; n < TIMES; n++) {
		execute(self, &program, n, NULL, 0);
		if (n == 0 && rff_corpus(self) != 2)
			complain(text, "the first execution shows nothing new");
		kept = rff_corpus(self);
	}
	/* Each read meets nobody or one of three. */
	printf("%s\n  %u kept\n", text, kept);
	if (kept < 3 || kept > 1 + 8)
		complain(text, "others were kept than showed a new pair");
}

int main(void)
{
	for (unsigned i = 0; i < sizeof planned / sizeof *planned; i++)
		follow(i);
	keep();
	hunt();
	printf("%u failed\n", failed);
	return failed != 0;
}
