/* SPDX-License-Identifier: MIT */
#include "schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	REGION = 16 << 20,
	LITTLE = 1 << 20, /* enough for most strategies */
	TRIES = 60	  /* at random, for one that fails */
};

static _Alignas(16) char memory[REGION];
static struct machine machine;

void schedule_failed(const char *text, const char *what)
{
	printf("FAILED: %s\n  %s\n", what, text);
	exit(1);
}

static struct machine *begin(const char *text, const struct program *p,
	const char *strategy, const struct schedule *given, uint64_t seed)
{
	struct search_config config = {
		.steps_max = MACHINE_STEPS, .seed = seed, .stride = 1};
	size_t room = strcmp(strategy, "nearest") == 0 ? REGION : LITTLE;
	struct search *search;
	struct err err;

	strcpy(config.strategy, strategy);
	if (given) {
		config.replay = given->choice;
		config.replay_length = given->steps;
	}
	memset(memory, 0, room);
	if (search_new(&search, memory, room, &config, &err) != OK)
		schedule_failed(text, err.text);
	machine_init(&machine, p, search);
	return &machine;
}

struct machine *schedule_begin(const char *text, const struct program *p,
	const char *strategy, const struct schedule *given)
{
	return begin(text, p, strategy, given, 0);
}

bool schedule_run(const char *text, struct machine *m)
{
	bool made = machine_run(m);

	tally_free(&m->tally);
	memset(&m->tally, 0, sizeof m->tally);
	if (m->wrong)
		schedule_failed(text, m->wrong);
	return made;
}

void schedule_take(struct schedule *to, const struct machine *m)
{
	memcpy(to->choice, m->made, sizeof to->choice);
	to->steps = m->steps;
	to->end = m->end;
}

static bool fails(enum outcome_kind end)
{
	return end == OUTCOME_FAILED || end == OUTCOME_DEADLOCKED ||
	       end == OUTCOME_LIVELOCKED;
}

bool schedule_program(struct program *p, char *text, size_t size, uint64_t seed,
	uint64_t i, struct schedule *out)
{
	struct machine *m;
	struct rng rng;
	struct err err;

	rng_seed(&rng, seed, i);
	generate(&rng, text, size, i % 2);
	if (script_parse(p, text, &err) != OK)
		schedule_failed(text, err.text);
	m = begin(text, p, "random", NULL, i);
	for (int n = 0; n < TRIES && schedule_run(text, m); n++)
		if (fails(m->end)) {
			schedule_take(out, m);
			return true;
		}
	return false;
}

const struct machine *schedule_replay(
	const char *text, const struct program *p, const struct schedule *s)
{
	struct machine *m = schedule_begin(text, p, "replay", s);

	if (!schedule_run(text, m) || m->end != s->end || m->steps != s->steps)
		schedule_failed(text, "what came of it does not come again");
	return m;
}

void schedule_options(int argc, char **argv, uint64_t *programs, uint64_t *seed)
{
	for (int i = 1; i + 1 < argc; i += 2)
		if (strcmp(argv[i], "--programs") == 0)
			*programs = strtoull(argv[i + 1], NULL, 0);
		else if (strcmp(argv[i], "--seed") == 0)
			*seed = strtoull(argv[i + 1], NULL, 0);
}
