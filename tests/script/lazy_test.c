/* SPDX-License-Identifier: MIT */
/* lazy_test.c - lazy reduction against brute force on random programs
 *
 *   lazy_test [--programs N] [--seed S] [--limit N]
 *   lazy_test TEXT      one program
 *
 * Lazy reduction promises little: where it warns, `optimal` begins anew and has
 * to find all final states.  Where it does not warn it may miss some; no random
 * program is known of which it does, so one that turns up is a failure, to be
 * looked at: it would belong to known[].  Transitions are single operations, as
 * in its model.  It never finds what does not exist.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

enum {
	REGION = 1 << 22
};

#define NONE 0

/* `executions` published (Thomson, 2016) or by hand; 0: unknown. */
static const struct {
	const char *name, *text;
	uint32_t executions, warnings;
	bool misses;
} known[] = {
	/* Two sections of which each touches its own: one order. */
	{"apart", "lock m0; x=1; unlock m0 | lock m0; y=1; unlock m0", 1, NONE,
		false},
	{"together", "lock m0; x=1; unlock m0 | lock m0; x=2; unlock m0", 2,
		NONE, false},
	/* Figure 4.2: which race must go back before T0's lock. */
	{"4.2a", "lock m0; x=1; unlock m0 | lock m0; x=2; unlock m0", 2, NONE,
		false},
	/* T0's section, T1's; all of T1 first; and, as T0 may come before x=2,
	 * T1's section, T0's, x=2: the first again, in another trace. */
	{"4.2b", "lock m0; x=1; unlock m0 | lock m0; y=1; unlock m0; x=2", 3,
		NONE, false},
	{"4.2c", "lock m0; x=1; unlock m0 | x=2 | lock m0; y=1; unlock m0; x=3",
		0, NONE, false},
	{"4.2d",
		"lock m0; x=1; unlock m0 | lock m0; z=1; unlock m0; y=1 | if "
		"y==1 x=2",
		0, NONE, false},
	/* Figure 4.1: 11 lazy traces of 24. */
	{"4.1",
		"lock m0; x=1; unlock m0 | lock m0; y=1; unlock m0 | lock m0; "
		"if x==0 y=2; unlock m0 | lock m0; if x==0 y=2; unlock m0",
		0, NONE, false},
	/* The third reason, of which nothing warns (figure 4.3d; a refutation
	 * of soundness): that T2 stores x before T1 while T1 sees y == 0 needs
	 * T2 to go before T0 takes m1, and no lazy race asks for that. */
	{"third",
		"lock m1; lock m0; y=1; unlock m0; unlock m1 | lock m0; a=y; "
		"x=1; unlock m0 | lock m1; x=2; unlock m1",
		0, NONE, true},
	{"deadlock",
		"lock m0; lock m1; unlock m1; unlock m0 | lock m1; lock m0; "
		"unlock m0; unlock m1",
		0, WARNING_CYCLE, true},
	{"waits, and goes on", "lock m0; wait s0; unlock m0 | post s0", 0,
		WARNING_WAITS, false},
	/* Both orders, but by one thread. */
	{"no deadlock",
		"lock m0; lock m1; unlock m1; unlock m0; lock m1; lock m0; "
		"unlock m0; unlock m1 | lock m0; unlock m0",
		1, NONE, false},
	{"never given back", "lock m0 | lock m0", 0, WARNING_KEEPS, true},
	{"waits", "lock m0; wait s0; unlock m0 | lock m0; post s0; unlock m0",
		0, WARNING_WAITS | WARNING_KEEPS, true},
	{"tells", "lock m0; unlock m0 | trylock m0 a; if a==1 unlock m0", 0,
		WARNING_ASKS, false},
};

static _Alignas(16) char region[REGION];
static struct tally brute;
static struct machine machine;
static uint64_t limit = 5000;
static bool strict; /* not those of known[] */

struct totals {
	uint64_t programs, left_out, interleavings, warned, silent, missed,
		executions, blocked, optimal;
};

/* To its end, or to a warning if that is wanted; the warnings. */
static uint32_t explore(
	const struct program *p, const char *reduce, bool stop, uint32_t most)
{
	struct search_config config = {.strategy = "dfs"};
	struct search *s;
	struct err err;

	snprintf(config.reduce, sizeof config.reduce, "%s", reduce);
	if (search_new(&s, region, REGION, &config, &err) != OK) {
		printf("FAILED: %s\n", err.text);
		exit(1);
	}
	machine_init(&machine, p, s);
	for (uint32_t n = 0; n < most && machine_run(&machine); n++)
		if (stop && search_warnings(s)) {
			config.reduce[0] = 0;
			strcpy(config.reduce, "optimal");
			search_restart(s, &config);
			machine.fresh = true;
			tally_free(&machine.tally);
			while (machine_run(&machine))
				;
			return UINT32_MAX;
		}
	return search_warnings(s);
}

static const char *judge(const struct program *p, struct totals *total,
	uint32_t *warnings, bool *misses)
{
	uint32_t most;

	tally_free(&brute);
	if (!brute_force(p, 40, limit, &brute) || brute.stopped) {
		total->left_out++;
		return NULL;
	}
	total->programs++;
	most = (uint32_t)(brute.executions + brute.pruned) + 1;
	*warnings = explore(p, "lazy", false, most);
	if (machine.wrong)
		return machine.wrong;
	if (search_made(search_count(machine.search)) >= most)
		return "more executions than there are";
	if (!search_exhausted(machine.search))
		return "not exhausted";
	if (machine.tally.states > brute.states)
		return "final states that do not exist";
	*misses = machine.tally.states < brute.states;
	total->interleavings += brute.executions;
	if (!*warnings) {
		total->silent++;
		total->missed += *misses && !brute.failed;
		total->executions += search_count(machine.search)->executions;
		total->blocked += search_count(machine.search)->blocked;
	}
	tally_free(&machine.tally);
	if (!*warnings && *misses && !brute.failed && strict)
		return "final states are missed, and nothing warned";
	if (!*warnings) {
		explore(p, "optimal", false, most);
		total->optimal += search_count(machine.search)->executions;
		tally_free(&machine.tally);
		return NULL;
	}
	total->warned++;
	if (explore(p, "lazy", true, most) != UINT32_MAX)
		return "no warning the second time";
	if (machine.wrong)
		return machine.wrong;
	if (!brute.failed && machine.tally.states != brute.states)
		return "final states are missed after a warning";
	return NULL;
}

static bool one(const char *text, struct totals *total, uint32_t *warnings,
	bool *misses)
{
	struct program program;
	struct err err;
	const char *wrong;

	*warnings = 0;
	*misses = false;
	if (script_parse(&program, text, &err) != OK) {
		printf("FAILED: %s\n  %s\n", err.text, text);
		return false;
	}
	wrong = judge(&program, total, warnings, misses);
	tally_free(&machine.tally);
	if (wrong)
		printf("FAILED: %s\n  %s\n", wrong, text);
	return !wrong;
}

static bool is_known(unsigned i, struct totals *total)
{
	uint32_t warnings;
	bool misses;
	uint64_t before = total->executions;

	if (!one(known[i].text, total, &warnings, &misses))
		return false;
	if (warnings == known[i].warnings && misses == known[i].misses &&
		(!known[i].executions ||
			total->executions - before == known[i].executions))
		return true;
	printf("FAILED: %s: %llu executions, warnings %u%s\n  %s\n",
		known[i].name, (unsigned long long)(total->executions - before),
		warnings, misses ? ", misses a state" : "", known[i].text);
	return false;
}

int main(int argc, char **argv)
{
	const char *text = NULL;
	uint64_t programs = 2000, seed = 1;
	struct totals total = {0};
	char random[512];
	struct rng rng;
	uint32_t warnings;
	bool misses, good = true;

	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--programs") == 0 && i + 1 < argc)
			programs = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
			seed = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--limit") == 0 && i + 1 < argc)
			limit = strtoull(argv[++i], NULL, 0);
		else
			text = argv[i];
	if (text) {
		good = one(text, &total, &warnings, &misses);
		printf("warnings %u, %s\n", warnings,
			misses ? "misses a state" : "misses no state");
	}
	for (unsigned i = 0; !text && i < sizeof known / sizeof *known; i++)
		good &= is_known(i, &total);
	if (!good)
		return 1;
	strict = true;
	for (uint64_t i = 0; !text && total.programs < programs && good; i++) {
		rng_seed(&rng, seed, i);
		generate(&rng, random, sizeof random, true);
		good = one(random, &total, &warnings, &misses);
	}
	printf("%llu programs (%llu left out), %llu interleavings, %llu "
	       "warned; of %llu without a warning %llu miss a state; %llu "
	       "executions, %llu blocked; optimal %llu\n",
		(unsigned long long)total.programs,
		(unsigned long long)total.left_out,
		(unsigned long long)total.interleavings,
		(unsigned long long)total.warned,
		(unsigned long long)total.silent,
		(unsigned long long)total.missed,
		(unsigned long long)total.executions,
		(unsigned long long)total.blocked,
		(unsigned long long)total.optimal);
	return !good;
}
