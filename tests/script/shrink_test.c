/* SPDX-License-Identifier: MIT */
/* shrink_test.c - schedules made simpler, against brute force
 *
 *   shrink_test --programs N --seed S
 *
 * Of random programs that can fail a random failing schedule is made simpler.
 * What comes of it has to fail in the same way when it is replayed, to have no
 * more preemptions than it is said to, never more than before and never less
 * than brute force knows; in at least 95 of 100 programs it has as few.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

enum {
	LIMIT = 800, /* executions of a program; larger ones are left out */
	REGION = 1 << 20,
	TRIES = 60, /* at random, for one that fails */
	MOST = 5000 /* executions to make one simpler: it has to end before */
};

struct schedule {
	struct choice choice[MACHINE_STEPS];
	uint32_t steps, preemptions, all;
	enum outcome_kind end;
};

static _Alignas(16) char memory[REGION];
static struct tally brute[BRUTE_COSTS];
static struct machine machine;

__attribute__((noreturn)) static void failed(const char *text, const char *what)
{
	printf("FAILED: %s\n  %s\n", what, text);
	exit(1);
}

static bool fails(enum outcome_kind end)
{
	return end == OUTCOME_FAILED || end == OUTCOME_DEADLOCKED ||
	       end == OUTCOME_LIVELOCKED;
}

static uint64_t of_kind(const struct tally *t, enum outcome_kind end)
{
	return end == OUTCOME_FAILED	   ? t->failed
	       : end == OUTCOME_DEADLOCKED ? t->deadlocked
					   : t->livelocked;
}

/* Does it wait for others, or for time alone? */
static bool waits(const struct pending *p, uint32_t first)
{
	return p->spinning || p->kind == OP_process_leave ||
	       op_is(p->kind, GIVES_WAY) ||
	       (first && (op_is(p->kind, GIVES_WAY_LATE) ||
				 op_info[p->kind].waits != WAITS_no));
}

/* Another thread than the last one, which could have gone on.  Brute force
 * counts those that wait for time as well. */
static uint32_t preemptions(const struct machine *m, bool all)
{
	uint32_t option[SCRIPT_OPTIONS], n = 0;
	struct pending pending;

	for (uint32_t i = 1; i < m->steps; i++) {
		tid last = m->made[i - 1].thread;

		if (m->made[i].thread == last ||
			!state_live(m->program, &m->before[i], last) ||
			!state_tried(m->program, &m->before[i], last, option))
			continue;
		pending = state_pending(m->program, &m->before[i], last);
		n += all || !waits(&pending, option[0]);
	}
	return n;
}

static void take(struct schedule *to, const struct machine *m)
{
	memcpy(to->choice, m->made, sizeof to->choice);
	to->steps = m->steps;
	to->end = m->end;
	to->preemptions = preemptions(m, false);
	to->all = preemptions(m, true);
}

static struct machine *begin(const char *text, const struct program *p,
	const char *strategy, const struct schedule *given, uint64_t seed)
{
	struct search_config config = {
		.steps_max = MACHINE_STEPS, .seed = seed, .stride = 1};
	struct machine *m = &machine;
	struct search *search;
	struct err err;

	strcpy(config.strategy, strategy);
	if (given) {
		config.replay = given->choice;
		config.replay_length = given->steps;
	}
	if (search_new(&search, memory, REGION, &config, &err) != OK)
		failed(text, err.text);
	machine_init(m, p, search);
	return m;
}

static bool run(const char *text, struct machine *m)
{
	bool made = machine_run(m);

	tally_free(&m->tally);
	memset(&m->tally, 0, sizeof m->tally);
	if (m->wrong)
		failed(text, m->wrong);
	return made;
}

static bool find(const char *text, const struct program *p, uint64_t seed,
	struct schedule *out)
{
	struct machine *m = begin(text, p, "random", NULL, seed);

	for (int i = 0; i < TRIES && run(text, m); i++)
		if (fails(m->end)) {
			take(out, m);
			return true;
		}
	return false;
}

static void check_replay(
	const char *text, const struct program *p, const struct schedule *s)
{
	struct machine *m = begin(text, p, "replay", s, 0);

	if (!run(text, m) || m->end != s->end || m->steps != s->steps ||
		preemptions(m, false) != s->preemptions)
		failed(text, "what is simpler does not come again");
}

static void simplify(const char *text, const struct program *p,
	const struct schedule *given, struct schedule *best)
{
	struct machine *m = begin(text, p, "shrink", given, 0);
	unsigned made = 0, taken = 0;

	for (; run(text, m); made++) {
		struct simplicity simple;
		struct schedule now;

		if (made == MOST)
			failed(text, "it does not end");
		if (!search_shorter(m->search, &simple))
			continue;
		take(&now, m);
		if (taken++ == 0 && (made || now.steps != given->steps ||
					    now.end != given->end))
			failed(text, "the first is not the one that was given");
		if (simple.preemptions != now.preemptions ||
			simple.steps != now.steps)
			failed(text, "it is not as simple as it is said to be");
		if (now.end != given->end)
			failed(text, "it fails in another way");
		if (taken > 1 && now.preemptions > best->preemptions)
			failed(text, "more preemptions");
		*best = now;
	}
	if (!taken)
		failed(text, "nothing came of it");
	check_replay(text, p, best);
}

/* The fewest with which it can fail so. */
static uint32_t fewest(enum outcome_kind end)
{
	uint32_t n = 0;

	while (n < BRUTE_COSTS && !of_kind(&brute[n], end))
		n++;
	return n;
}

int main(int argc, char **argv)
{
	uint64_t programs = 500, seed = 1, minimal = 0, fewer = 0;
	uint64_t before = 0, after = 0, least = 0;
	struct program program;
	struct rng rng;
	char text[512];

	for (int i = 1; i + 1 < argc; i += 2)
		if (strcmp(argv[i], "--programs") == 0)
			programs = strtoull(argv[i + 1], NULL, 0);
		else if (strcmp(argv[i], "--seed") == 0)
			seed = strtoull(argv[i + 1], NULL, 0);
	for (uint64_t i = 0, n = 0; n < programs; i++) {
		struct schedule given, best;
		uint32_t few;
		struct err err;

		rng_seed(&rng, seed, i);
		generate(&rng, text, sizeof text, i % 2);
		if (script_parse(&program, text, &err) != OK)
			failed(text, err.text);
		for (unsigned k = 0; k < BRUTE_COSTS; k++)
			tally_free(&brute[k]);
		if (!find(text, &program, i, &given) || !given.preemptions ||
			!brute_costs(
				&program, MACHINE_STEPS, LIMIT, false, brute))
			continue;
		few = fewest(given.end);
		if (few == 0 && n % 2) /* most need none */
			continue;
		simplify(text, &program, &given, &best);
		if (best.all < few)
			failed(text, "fewer preemptions than there can be");
		n++;
		minimal += best.preemptions <= few;
		fewer += best.preemptions < given.preemptions;
		before += given.preemptions;
		after += best.preemptions;
		least += few;
	}
	printf("%llu programs, %llu with fewer preemptions, %llu with the "
	       "fewest "
	       "there are: %llu in all before, %llu after, %llu by brute "
	       "force\n",
		(unsigned long long)programs, (unsigned long long)fewer,
		(unsigned long long)minimal, (unsigned long long)before,
		(unsigned long long)after, (unsigned long long)least);
	if (minimal * 100 < programs * 95)
		printf("FAILED: too many have more preemptions than they "
		       "need\n");
	return minimal * 100 < programs * 95;
}
