/* SPDX-License-Identifier: MIT */
/* script_test.c - the search against brute force on random programs
 *
 *   script_test --programs N --seed S    compares N random programs
 *   script_test TEXT                     counts one program
 *
 * Prints what was covered; the first difference ends it with `FAILED: ` and the
 * program's text.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

enum {
	LIMIT = 2000, /* executions of a program; larger ones are left out */
	SMALL = 250,  /* programs that also go through the slower checks */
	REGION = 1 << 20,
	PARTS = 8,
};

struct subject {
	const struct program *program;
	const char *text;
	uint32_t steps_max;
	struct tally brute;
	struct rng *rng;
};

/* Regions of searches that live at the same time. */
static _Alignas(16) char memory[PARTS][REGION];
static struct machine machines[PARTS];

__attribute__((noreturn)) static void failed(
	const struct subject *s, const char *check, const char *what)
{
	printf("FAILED: %s: %s\n  %s\n  at most %u steps\n", check, what,
		s->text, s->steps_max);
	exit(1);
}

static struct search *new_search(
	const struct subject *s, unsigned slot, struct search_config config)
{
	struct search *search;
	struct err err;

	config.steps_max = s->steps_max;
	if (search_new(&search, memory[slot], REGION, &config, &err) != OK)
		failed(s, "search_new", err.text);
	return search;
}

static struct machine *dfs(const struct subject *s, unsigned slot)
{
	struct search_config config = {.strategy = "dfs"};
	struct machine *m = &machines[slot];

	tally_free(&m->tally);
	machine_init(m, s->program, new_search(s, slot, config));
	m->check_keep = m->check_weight = true;
	return m;
}

static void sound(
	const struct subject *s, const struct machine *m, const char *check)
{
	if (m->wrong)
		failed(s, check, m->wrong);
}

/* Up to n executions; a search that finds no end is a failure too. */
static void run(const struct subject *s, struct machine *m, uint64_t n,
	const char *check)
{
	for (uint64_t i = 0; i < n && machine_run(m); i++)
		if (i > 2 * LIMIT)
			failed(s, check, "no end");
	sound(s, m, check);
}

static void equal(const struct subject *s, const struct tally *t,
	const char *check, bool with_order)
{
	const char *what = tally_differ(&s->brute, t, with_order);

	if (what)
		failed(s, check, what);
}

static void check_dfs(const struct subject *s)
{
	struct machine *m = dfs(s, 0);
	const struct search_count *count;

	run(s, m, UINT64_MAX, "dfs");
	equal(s, &m->tally, "dfs", true);
	if (machine_size(m))
		failed(s, "dfs", machine_size(m));
	count = search_count(m->search);
	if (count->executions != m->tally.executions ||
		count->stopped != m->tally.stopped ||
		count->pruned != m->tally.pruned ||
		count->steps != m->tally.steps)
		failed(s, "dfs", "search_count");
	if (search_exhausted(m->search) != (m->tally.stopped == 0))
		failed(s, "dfs", "search_exhausted");
}

/* Some executions here, perhaps half of one more, the rest elsewhere. */
static void check_saved(const struct subject *s, uint64_t total)
{
	static _Alignas(16) char saved[REGION];
	struct machine *m = dfs(s, 0), *next = &machines[1];
	struct err err;
	size_t length;

	run(s, m, rng_below(s->rng, (uint32_t)total + 1), "saved");
	if (rng_below(s->rng, 2)) {
		machine_abandon(m, rng_below(s->rng, 8));
		m->fresh = true;
	}
	sound(s, m, "saved");
	length = search_save(m->search, saved, sizeof saved);
	memset(memory[1], 0x55, sizeof memory[1]);
	tally_free(&next->tally);
	machine_init(next, s->program, NULL);
	if (search_load(&next->search, memory[1], REGION, saved, length,
		    &err) != OK)
		failed(s, "saved", err.text);
	next->check_keep = next->check_weight = true;
	next->weight = m->weight;
	next->spent = m->spent;
	next->tally.order = m->tally.order;
	run(s, next, UINT64_MAX, "loaded");
	if (machine_size(next))
		failed(s, "loaded", machine_size(next));
	tally_merge(&next->tally, &m->tally);
	equal(s, &next->tally, "saved and loaded", true);
	/* The abandoned one goes on by itself, too. */
	run(s, m, UINT64_MAX, "abandoned");
	equal(s, &m->tally, "abandoned", true);
	if (machine_size(m))
		failed(s, "abandoned", machine_size(m));
}

static void check_split(const struct subject *s)
{
	unsigned parts = 1, most = 2 + rng_below(s->rng, PARTS - 1);
	bool more = true;
	struct err err;

	dfs(s, 0);
	while (more) {
		unsigned from = rng_below(s->rng, parts);

		more = false;
		for (unsigned i = 0; i < parts; i++) {
			more |= machine_run(&machines[i]);
			sound(s, &machines[i], "split");
		}
		if (parts == most || rng_below(s->rng, 3) == 0)
			continue;
		machines[from].check_keep = false;
		machines[from].check_weight = false;
		if (rng_below(s->rng, 2)) {
			machine_abandon(
				&machines[from], 1 + rng_below(s->rng, 8));
			machines[from].fresh = true;
			sound(s, &machines[from], "split");
		}
		tally_free(&machines[parts].tally);
		machine_init(&machines[parts], s->program, NULL);
		if (search_split(machines[from].search, &machines[parts].search,
			    memory[parts], REGION, &err) == OK)
			parts++, more = true;
	}
	for (unsigned i = 0; i < parts; i++)
		if (machine_size(&machines[i]))
			failed(s, "split", machine_size(&machines[i]));
	for (unsigned i = 1; i < parts; i++)
		tally_merge(&machines[0].tally, &machines[i].tally);
	equal(s, &machines[0].tally, "split", false);
}

/* Every schedule of dfs, replayed, ends as it did. */
static void check_replay(const struct subject *s)
{
	struct machine *m = dfs(s, 0), *again = &machines[1];

	while (machine_run(m)) {
		struct search_config config = {.strategy = "replay"};

		config.replay = m->made;
		config.replay_length = m->steps;
		tally_free(&again->tally);
		machine_init(again, s->program, new_search(s, 1, config));
		if (!machine_run(again) || again->end != m->end ||
			again->steps != m->steps)
			failed(s, "replay", "another end");
		if (memcmp(&again->before[m->steps], &m->before[m->steps],
			    sizeof(struct state)) != 0)
			failed(s, "replay", "another state");
		if (machine_run(again))
			failed(s, "replay", "more than one execution");
	}
	sound(s, m, "replay");
}

static void sample(const struct subject *s, unsigned slot, const char *strategy,
	uint64_t first, uint64_t stride, uint64_t n)
{
	struct search_config config = {
		.seed = 7,
		.first = first,
		.stride = stride,
		.executions_max = n,
		.pct_steps = 10,
	};

	strcpy(config.strategy, strategy);
	tally_free(&machines[slot].tally);
	machine_init(&machines[slot], s->program, new_search(s, slot, config));
	run(s, &machines[slot], UINT64_MAX, strategy);
	if (search_exhausted(machines[slot].search))
		failed(s, strategy, "a sampler says that it has exhausted");
}

/* Samplers find nothing that is not there, the same each time, and the same
 * when the executions are dealt out to several. */
static void check_samplers(const struct subject *s)
{
	static const char *const names[] = {
		"random", "pct", "turns", "pos", "surw", "rff", "portfolio"};
	unsigned learn = 4; /* from here on: each worker by itself */

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		struct tally both = {0};

		sample(s, 0, names[i], 0, 1, 40);
		sample(s, 1, names[i], 0, 1, 40);
		if (tally_differ(&machines[0].tally, &machines[1].tally, true))
			failed(s, names[i], "two runs differ");
		tally_merge(&both, &s->brute);
		tally_merge(&both, &machines[0].tally);
		if (both.states != s->brute.states)
			failed(s, names[i], "a state that does not exist");
		tally_free(&both);
		if (i >= learn)
			continue;
		sample(s, 1, names[i], 0, 2, 20);
		sample(s, 2, names[i], 1, 2, 20);
		tally_merge(&machines[1].tally, &machines[2].tally);
		if (tally_differ(&machines[0].tally, &machines[1].tally, false))
			failed(s, names[i],
				"two workers make other executions");
	}
}

static uint64_t features_of(const struct program *p)
{
	uint64_t features = 0;
	unsigned allocate = 0;

	for (unsigned t = 0; t < p->threads; t++) {
		bool alloc = false;

		features |= p->started[t] ? 1u << FEATURE_BORN_LATE : 0;
		for (unsigned i = 0; i < p->length[t]; i++) {
			const struct statement *c = &p->code[t][i];

			alloc |= c->kind == S_ALLOC;
			if (c->test == TEST_VAR && c->kind <= S_CAS)
				features |= 1u << FEATURE_DEPENDS;
		}
		allocate += alloc;
	}
	return allocate > 1 ? features | 1u << FEATURE_ALLOC : features;
}

/* False: too large. */
static bool check_program(struct subject *s, uint64_t *features)
{
	uint64_t total;

	tally_free(&s->brute);
	if (!brute_force(s->program, s->steps_max, LIMIT, &s->brute))
		return false;
	total = s->brute.executions + s->brute.pruned + s->brute.stopped;
	check_dfs(s);
	*features |= machines[0].tally.features | features_of(s->program);
	if (total <= SMALL) {
		check_saved(s, total);
		check_split(s);
		check_replay(s);
		check_samplers(s);
	}
	return true;
}

static void (*make)(struct rng *, char *, size_t, bool) = generate;

static int check_random(uint64_t programs, uint64_t seed)
{
	uint64_t features = 0, executions = 0, large = 0,
		 count[FEATURE_COUNT] = {0};
	char text[512];
	struct program program;
	struct rng rng;
	struct subject s = {&program, text, 0, {0}, &rng};
	int rc = 0;

	for (uint64_t i = 0, n = 0; n < programs; i++) {
		struct err err;

		rng_seed(&rng, seed, i);
		make(&rng, text, sizeof text, false);
		s.steps_max = rng_below(&rng, 6) ? 40 : 3 + rng_below(&rng, 6);
		if (script_parse(&program, text, &err) != OK)
			failed(&s, "parse", err.text);
		if (i % 3 == 0)
			script_withhold(&program);
		features = 0;
		if (!check_program(&s, &features)) {
			large++;
			continue;
		}
		n++;
		executions += s.brute.executions;
		for (unsigned f = 0; f < FEATURE_COUNT; f++)
			count[f] += features >> f & 1;
	}
	printf("%llu programs (%llu larger ones left out), %llu executions\n",
		(unsigned long long)programs, (unsigned long long)large,
		(unsigned long long)executions);
	for (unsigned f = 0; f < FEATURE_COUNT; f++) {
		printf("  %6llu with %s\n", (unsigned long long)count[f],
			feature_name[f]);
		if (programs >= 1000 && count[f] < 10) {
			printf("FAILED: too few programs with %s\n",
				feature_name[f]);
			rc = 1;
		}
	}
	tally_free(&s.brute);
	return rc;
}

static int count_one(const char *text)
{
	struct program program;
	struct tally t = {0};
	struct err err;

	if (script_parse(&program, text, &err) != OK) {
		printf("FAILED: %s\n", err.text);
		return 2;
	}
	brute_force(&program, MACHINE_STEPS - 1, 10000000, &t);
	printf("%llu executions, %zu final states, %llu failed, "
	       "%llu deadlocked, %llu livelocked, %llu pruned, %llu stopped, "
	       "first bug: %llu\n",
		(unsigned long long)t.executions, t.states,
		(unsigned long long)t.failed, (unsigned long long)t.deadlocked,
		(unsigned long long)t.livelocked, (unsigned long long)t.pruned,
		(unsigned long long)t.stopped, (unsigned long long)t.first_bug);
	tally_free(&t);
	return 0;
}

int main(int argc, char **argv)
{
	uint64_t programs = 2000, seed = 1;

	if (argc == 2 && argv[1][0] != '-')
		return count_one(argv[1]);
	for (int i = 1; i + 1 < argc; i += 2)
		if (strcmp(argv[i], "--programs") == 0)
			programs = strtoull(argv[i + 1], NULL, 0);
		else if (strcmp(argv[i], "--seed") == 0)
			seed = strtoull(argv[i + 1], NULL, 0);
		else if (strcmp(argv[i], "--make") == 0) /* buffers */
			make = generate_buffers;
	return check_random(programs, seed);
}
