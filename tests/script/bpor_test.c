/* SPDX-License-Identifier: MIT */
/* bpor_test.c - bounded reduction against brute force on random programs
 *
 *   bpor_test [--programs N] [--seed S] [--single] [--unrefined]
 *   bpor_test [--bound C] TEXT       one program
 *
 * The final states of all schedules with at most c preemptions, c = 0, 1, 2,
 * have to be those that ipb finds with reduction bpor under that bound; where
 * some of these schedules fail, it has to find a failure.  When it says that
 * there is nothing beyond the bound, they have to be those of all schedules.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

enum {
	LIMIT = 20000, /* schedules; larger programs are left out */
	REGION = 1 << 22,
	BOUNDS = 3,
};

/* Each showed what a rule had lacked. */
static const char *const known[] = {
	/* a = b = 1 with one preemption: T1 comes in while T0 has the lock. */
	"start 1; lock m0; y=1; unlock m0; b=x | x=1; lock m0; a=y; unlock m0; "
	"x=2",
	"init barrier=2 | barrier, if y!=1 cas x 0 2 b, alloc a, y=a | y=1, "
	"join 2, lock m0; x=1, unlock m0 | barrier; alloc a, y=a",
	"lock m1; cas y 0 2 a; unlock m1; trylock m0 b, y=2 | if y!=0 cas x 0 "
	"1 a; cas x 0 1 a; lock m0; lock m1, unlock m0 | if y==1 x=1, y+=1",
};

static _Alignas(16) char region[REGION];
static struct tally brute[BRUTE_COSTS];
static struct machine machine;
static bool single, unrefined;
static unsigned from, to = BOUNDS;

struct totals {
	uint64_t programs, left_out, failing, within, made, exhausted;
};

static uint64_t all_of(const struct tally *t)
{
	return t->executions + t->pruned + t->stopped;
}

/* NULL: as it should be.  `all`: what there is with at most c. */
static const char *compare_bound(const struct program *p, unsigned c,
	const struct tally *all, const struct tally *beyond,
	struct totals *total)
{
	struct search_config config = {.strategy = "ipb",
		.reduce = "bpor",
		.unrefined = unrefined,
		.bounds = c + 1};
	const struct search_count *count;
	const char *wrong = NULL;
	struct err err;

	if (search_new(&machine.search, region, REGION, &config, &err) != OK)
		return "search_new";
	machine_init(&machine, p, machine.search);
	count = search_count(machine.search);
	for (;;) {
		machine.again = false;
		if (!machine_run(&machine))
			break;
		if (machine.again) /* the same states, or it would be wrong */
			tally_end(&machine.tally, machine.end,
				&machine.before[machine.steps], machine.made,
				machine.steps);
		if (all_of(&machine.tally) > 4 * (c + 1) * all_of(all)) {
			wrong = "no end";
			break;
		}
	}
	total->within += all_of(all);
	total->made += all_of(&machine.tally) - count->again;
	if (machine.wrong)
		wrong = machine.wrong;
	if (!wrong && search_bounds(machine.search)->done <= c &&
		!search_exhausted(machine.search))
		wrong = "a bound that was not explored";
	if (!wrong && all->failed) {
		total->failing++;
		if (!machine.tally.failed)
			wrong = "no failure found";
	} else if (!wrong) {
		if (machine.tally.states < all->states)
			wrong = "final states are missed";
		else if (machine.tally.states > all->states)
			wrong = "final states that do not exist";
		else if (machine.tally.deadlocked + machine.tally.livelocked &&
			 !(all->deadlocked + all->livelocked))
			wrong = "ends that do not exist";
	}
	if (!wrong && search_exhausted(machine.search) &&
		machine.tally.failed == 0) {
		total->exhausted += all_of(beyond) > all_of(all);
		if (beyond->failed)
			wrong = "failures beyond the end";
		else if (machine.tally.states < beyond->states)
			wrong = "final states beyond the end";
	}
	tally_free(&machine.tally);
	return wrong;
}

static const char *compare(
	const struct program *p, struct totals *total, unsigned *bound)
{
	struct tally all = {0}, beyond = {0};
	const char *wrong = NULL;

	for (unsigned i = 0; i < BRUTE_COSTS; i++)
		tally_free(&brute[i]);
	if (!brute_costs(p, 40, LIMIT, false, brute)) {
		total->left_out++;
		return NULL;
	}
	for (unsigned i = 0; i < BRUTE_COSTS; i++) {
		if (brute[i].stopped) {
			total->left_out++;
			tally_free(&beyond);
			return NULL;
		}
		tally_merge(&beyond, &brute[i]);
	}
	total->programs++;
	for (unsigned c = 0; !wrong && c < to; c++) {
		tally_merge(&all, &brute[c]);
		*bound = c;
		if (c >= from)
			wrong = compare_bound(p, c, &all, &beyond, total);
	}
	tally_free(&all);
	tally_free(&beyond);
	return wrong;
}

static bool one(const char *text, struct totals *total)
{
	struct program program;
	struct err err;
	const char *wrong;
	unsigned c = 0;

	if (script_parse(&program, text, &err) != OK) {
		printf("FAILED: %s\n  %s\n", err.text, text);
		return false;
	}
	wrong = compare(&program, total, &c);
	if (wrong)
		printf("FAILED: at most %u preemptions: %s\n  %s\n", c, wrong,
			text);
	return !wrong;
}

int main(int argc, char **argv)
{
	void (*make)(struct rng *, char *, size_t, bool) = generate;
	const char *text = NULL;
	uint64_t programs = 2000, seed = 1;
	struct totals total = {0};
	bool good = true;
	char random[512];
	struct rng rng;

	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--programs") == 0 && i + 1 < argc)
			programs = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
			seed = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--bound") == 0 && i + 1 < argc) {
			from = (unsigned)strtoul(argv[++i], NULL, 0);
			to = from + 1;
		} else if (strcmp(argv[i], "--single") == 0)
			single = true;
		else if (strcmp(argv[i], "--buffers") == 0)
			make = generate_buffers;
		else if (strcmp(argv[i], "--unrefined") == 0)
			unrefined = true;
		else
			text = argv[i];
	if (text)
		good = one(text, &total);
	for (size_t i = 0; !text && i < sizeof known / sizeof *known && good;
		i++)
		good = one(known[i], &total);
	for (uint64_t i = 0; !text && total.programs < programs && good; i++) {
		rng_seed(&rng, seed, i);
		make(&rng, random, sizeof random, single);
		good = one(random, &total);
	}
	printf("%llu programs (%llu left out), %llu bounds with failures, "
	       "%llu schedules, %llu made, %llu times "
	       "nothing beyond\n",
		(unsigned long long)total.programs,
		(unsigned long long)total.left_out,
		(unsigned long long)total.failing,
		(unsigned long long)total.within,
		(unsigned long long)total.made,
		(unsigned long long)total.exhausted);
	return !good;
}
