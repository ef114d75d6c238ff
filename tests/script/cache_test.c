/* SPDX-License-Identifier: MIT */
/* cache_test.c - caches against brute force on random programs
 *
 *   cache_test [--programs N] [--seed S] [--single] [--unrefined] [--limit N]
 *              [--buffers] [--barriers]
 *   cache_test --races   the programs in which lazy-hbr misses one, and no more
 *   cache_test TEXT      one program
 *
 * All interleavings of a program, made without the search, give its traces, its
 * lazy traces (mutexes keep nobody out), its final states, and the data races
 * of its variables by pairs of statements.
 *
 *   dfs, hbr        completes each trace exactly once; all states and races
 *   dfs, lazy-hbr   each lazy trace exactly once; all states; that no race is
 *                   missed is not promised, and how often is counted
 *   ipb, idb        under each bound the states of all schedules within it
 *
 * The same states when a cache is too small for most programs, when executions
 * are given up in their middle, or the search is saved and loaded, or split.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "machine.h"

enum {
	REGION = 1 << 20,
	TABLE = 1 << 16,
	BOUNDS = 3,
	CACHES = 2,
	SMALL = 8, /* entries: one bucket */
	PARTS = 4,
};

static const char *const cache[CACHES] = {"hbr", "lazy-hbr"};

/* `traces` and `lazy` by hand, or published; 0: unknown. */
static const struct {
	const char *text;
	uint32_t traces, lazy;
	bool hides; /* lazy-hbr misses a race */
} known[] = {
	/* Thomson, figure 4.1: 24 happens-before relations, 11 lazy ones. */
	{"lock m0, x=1; unlock m0 | lock m0, y=1; unlock m0 | lock m0, if x==0 "
	 "y=2; unlock m0 | lock m0, if x==0 y=2; unlock m0",
		24, 11, false},
	/* Only the order of the two sections. */
	{"lock m0; unlock m0 | lock m0; unlock m0", 2, 1, false},
	{"lock m0; x=1; unlock m0 | lock m0; y=1; unlock m0", 2, 1, false},
	{"lock m0; x=1; unlock m0 | lock m0; x=2; unlock m0", 2, 2, false},
	/* The try fails before the unlock: what it finds is seen. */
	{"lock m0; unlock m0 | trylock m0 a", 3, 3, false},
	{"lock m0; unlock m0 | trylock m0 a; if a==1 unlock m0", 3, 3, false},
	/* Never given back: it matters who has it. */
	{"lock m0 | lock m0", 2, 2, false},
	{"lock m0; lock m1; unlock m1; unlock m0 | lock m1; lock m0; unlock "
	 "m0; unlock m1",
		3, 2, false},
	/* Each of the two lazy traces has executions in which m0 or m1 orders
	 * the race of x, and others: it depends on which of them are made. */
	{"lock m1; unlock m1; x=1; lock m0; unlock m0 | lock m0; unlock m0; "
	 "x=2; lock m1; unlock m1",
		0, 2, false},
	/* T0's store, if it was one, and T1's look at x after its second lock
	 * race where T0's section comes after that.  It never does here: of
	 * each lazy trace an execution is made in which it came before. */
	{"cas x 0 1 b; lock m0; unlock m0; choose 2 a | lock m0; x+=1; unlock "
	 "m0; lock m0; if x!=0 y+=1; unlock m0",
		0, 0, true},
};

struct table { /* open: how often each was seen */
	uint64_t key[TABLE];
	uint32_t times[TABLE];
	uint32_t count, again;
};

static _Alignas(16) char region[PARTS][REGION], kept[REGION];
static struct table traces[CACHES], races, found, found_races;
static struct tally brute, within[2][BRUTE_COSTS], fewer[2];
static struct events trace;
static struct machine machine;
static bool single, races_only, unrefined;
static uint64_t limit = 2500; /* interleavings; larger programs are left out */

static uint32_t *times(struct table *t, uint64_t key)
{
	uint32_t i = (uint32_t)(hash_mix(key) % TABLE);

	while (t->times[i] && t->key[i] != key)
		i = (i + 1) % TABLE;
	t->key[i] = key;
	return &t->times[i];
}

static void see(void *to, uint64_t key)
{
	struct table *t = to;

	if ((*times(t, key))++)
		t->again++;
	else
		t->count++;
}

/* Is there a key in `a` that `b` has not? */
static bool lacks(struct table *b, const struct table *a)
{
	for (uint32_t i = 0; i < TABLE; i++)
		if (a->times[i] && !*times(b, a->key[i]))
			return true;
	return false;
}

/* Events of objects order: those of two threads on one of them; and what
 * starts, or belongs to, a thread.  Variables order nothing. */
static bool orders(const struct footprint *a, const struct footprint *b)
{
	struct footprint x = *a, y = *b;

	x.access += x.reads + x.writes;
	y.access += y.reads + y.writes;
	x.reads = x.writes = y.reads = y.writes = 0;
	x.read_bits = x.write_bits = y.read_bits = y.write_bits = 0;
	return transitions_depend(&x, &y);
}

/* What two transitions do with variables alone. */
static bool conflict(const struct footprint *a, const struct footprint *b)
{
	struct footprint x = *a, y = *b;

	x.objects = y.objects = 0;
	x.object_bits = y.object_bits = x.fixed_bits = y.fixed_bits = 0;
	x.acts = y.acts = x.everything = y.everything = 0;
	return x.thread != y.thread && transitions_depend(&x, &y);
}

/* The data races of the execution in `e`, by the threads and how many
 * transitions each had made. */
static void see_races(const struct events *e, struct table *to)
{
	static uint8_t before[MACHINE_STEPS][MACHINE_STEPS];
	uint32_t nth[MACHINE_STEPS], made[SCRIPT_ENTRIES] = {0};

	memset(before, 0, sizeof before);
	for (uint32_t j = 0; j < e->count; j++) {
		const struct footprint *b = &e->event[j].footprint;

		nth[j] = made[b->thread]++;
		for (uint32_t i = j; i-- > 0;)
			if (!before[i][j] &&
				orders(&e->event[i].footprint, b)) {
				before[i][j] = 1;
				for (uint32_t k = 0; k < i; k++)
					before[k][j] |= before[k][i];
			}
		for (uint32_t i = 0; i < j; i++) {
			const struct footprint *a = &e->event[i].footprint;
			uint64_t one = a->thread * 1000u + nth[i],
				 other = b->thread * 1000u + nth[j];

			if (!before[i][j] && conflict(a, b))
				see(to, one < other ? one << 32 | other
						    : other << 32 | one);
		}
	}
}

static void see_all(void *to, uint64_t hash)
{
	see(to, hash);
	see_races(&trace, &races);
}

/* The same execution by the other relation; `all`, of the machine's. */
static uint64_t hash_of_made(bool lazy)
{
	events_init(&trace, kept, sizeof kept);
	trace.earlier.lazy = lazy;
	trace.earlier.unrefined = unrefined;
	for (uint32_t i = 0; i < machine.steps; i++) {
		struct touched f = {0};
		struct state s = machine.before[i];
		bool blocked =
			state_step(machine.program, &s, machine.made[i], &f);
		struct transition done = script_transition(machine.program,
			&machine.before[i], machine.made[i], i, blocked, &f);

		events_add(&trace, &done, 0);
	}
	return events_hash(&trace);
}

/* Everything that there is; false: too much. */
static bool count_all(const struct program *p)
{
	memset(traces, 0, sizeof traces);
	memset(&races, 0, sizeof races);
	tally_free(&brute);
	for (unsigned k = 0; k < CACHES; k++) {
		tally_free(&brute);
		events_init(&trace, kept, sizeof kept);
		trace.earlier.lazy = k == 1;
		trace.earlier.unrefined = unrefined;
		if (!brute_traces(p, 40, limit, &brute, &trace,
			    k ? see : see_all, &traces[k]) ||
			brute.stopped)
			return false;
	}
	for (unsigned delays = 0; delays < 2 && !races_only; delays++) {
		for (unsigned c = 0; c < BRUTE_COSTS; c++)
			tally_free(&within[delays][c]);
		brute_costs(p, 40, limit, delays, within[delays]);
	}
	return true;
}

struct totals {
	uint64_t programs, left_out, interleavings, traces, lazy, steps[3],
		within, made[CACHES], races, raceful, hidden;
};

static struct search *begin(const struct program *p,
	const struct search_config *config, char *memory)
{
	struct search *s;
	struct err err;

	if (search_new(&s, memory, REGION, config, &err) != OK) {
		printf("FAILED: %s\n", err.text);
		exit(1);
	}
	machine_init(&machine, p, s);
	return s;
}

/* dfs with each cache, to its end. */
static const char *exactly(
	const struct program *p, unsigned k, struct totals *total)
{
	struct search_config config = {
		.strategy = "dfs", .unrefined = unrefined};
	const struct search_count *count;
	const char *wrong;

	snprintf(config.cache, sizeof config.cache, "%s", cache[k]);
	memset(&found, 0, sizeof found);
	memset(&found_races, 0, sizeof found_races);
	count = search_count(begin(p, &config, region[0]));
	while (machine_run(&machine)) {
		if (machine.end == OUTCOME_STOPPED)
			continue;
		see(&found, hash_of_made(k == 1));
		see_races(&trace, &found_races);
	}
	wrong = machine.wrong;
	total->steps[k + 1] += count->steps;
	if (!wrong)
		wrong = machine_size(&machine);
	if (wrong)
		return wrong;
	if (!search_exhausted(machine.search))
		return "not exhausted";
	if (count->executions + count->pruned != traces[k].count)
		return "not each trace once";
	if (lacks(&found, &traces[k]) || lacks(&traces[k], &found))
		return "other traces";
	if (search_cache(machine.search)->stopped != count->blocked)
		return "stopped, and not counted";
	if (k == 0 && lacks(&found_races, &races))
		return "races are missed";
	if (lacks(&races, &found_races))
		return "races that do not exist";
	if (k == 1) {
		total->raceful += races.count > 0;
		total->hidden += lacks(&found_races, &races);
	}
	return NULL;
}

static const char *same_states(const struct tally *all, const struct tally *t)
{
	if (t->states < all->states)
		return "final states are missed";
	if (t->states > all->states)
		return "final states that do not exist";
	if (!t->failed != !all->failed || !t->deadlocked != !all->deadlocked ||
		!t->livelocked != !all->livelocked)
		return "not the same ends";
	return NULL;
}

/* Given up now and then, saved and loaded, or in one bucket. */
static const char *anyhow(
	const struct program *p, unsigned k, struct rng *rng, bool small)
{
	static _Alignas(16) char saved[REGION];
	struct search_config config = {
		.strategy = "dfs", .unrefined = unrefined};
	const char *wrong;
	struct err err;

	snprintf(config.cache, sizeof config.cache, "%s", cache[k]);
	config.cache_max = small ? SMALL : 0;
	begin(p, &config, region[0]);
	do {
		if (!small && rng_below(rng, 4) == 0) {
			machine_abandon(&machine, rng_below(rng, 7));
			machine.fresh = true;
		}
		if (!small && rng_below(rng, 8) == 0) {
			size_t n = search_save(
				machine.search, saved, sizeof saved);

			memset(region[0], 0xa5, REGION);
			if (search_load(&machine.search, region[0], REGION,
				    saved, n, &err) != OK)
				return "search_load";
			machine.fresh = true;
		}
	} while (machine_run(&machine));
	wrong = machine.wrong;
	if (!wrong && !search_exhausted(machine.search))
		wrong = "not exhausted";
	if (!wrong)
		wrong = same_states(&brute, &machine.tally);
	if (!wrong && small && search_cache(machine.search)->most != SMALL)
		wrong = "more than was allowed";
	return wrong;
}

/* In parts, each with a cache of its own. */
static const char *in_parts(
	const struct program *p, unsigned k, struct rng *rng)
{
	struct search_config config = {
		.strategy = "dfs", .unrefined = unrefined};
	struct search *part[PARTS];
	struct tally all = {0};
	const char *wrong = NULL;
	unsigned parts = 1;
	struct err err;

	snprintf(config.cache, sizeof config.cache, "%s", cache[k]);
	part[0] = begin(p, &config, region[0]);
	for (unsigned i = 0; i < parts && !wrong; i++) {
		machine_init(&machine, p, part[i]);
		while (machine_run(&machine))
			if (parts < PARTS && rng_below(rng, 3) == 0 &&
				search_split(part[i], &part[parts],
					region[parts], REGION, &err) == OK)
				parts++;
		wrong = machine.wrong;
		if (!wrong && !search_exhausted(part[i]))
			wrong = "a part is not exhausted";
		tally_merge(&all, &machine.tally);
		tally_free(&machine.tally);
	}
	if (!wrong)
		wrong = same_states(&brute, &all);
	tally_free(&all);
	return wrong;
}

static uint64_t made_of(const struct tally *t)
{
	return t->executions + t->pruned + t->stopped;
}

/* At most c preemptions, or delays. */
static const char *bounded(const struct program *p, unsigned k, bool delays,
	unsigned c, struct totals *total)
{
	struct search_config config = {
		.strategy = "", .unrefined = unrefined, .bounds = c + 1};
	const struct tally *all = &fewer[delays];
	const char *wrong;

	snprintf(config.strategy, sizeof config.strategy, "%s",
		delays ? "idb" : "ipb");
	snprintf(config.cache, sizeof config.cache, "%s", cache[k]);
	begin(p, &config, region[0]);
	while (machine_run(&machine))
		;
	wrong = machine.wrong;
	total->made[k] += made_of(&machine.tally);
	if (!wrong && search_bounds(machine.search)->done <= c &&
		!search_exhausted(machine.search))
		wrong = "a bound that was not explored";
	if (!wrong)
		wrong = same_states(all, &machine.tally);
	if (!wrong && search_exhausted(machine.search))
		wrong = same_states(&brute, &machine.tally);
	return wrong;
}

/* NULL: as it should be; *how: with what. */
static const char *compare(const struct program *p, struct totals *total,
	struct rng *rng, char how[32])
{
	const char *wrong = NULL;

	if (!count_all(p)) {
		total->left_out++;
		return NULL;
	}
	for (unsigned k = 0; k < CACHES && !wrong; k++) {
		snprintf(how, 32, "%s", cache[k]);
		wrong = exactly(p, k, total);
		if (!wrong)
			wrong = same_states(&brute, &machine.tally);
		tally_free(&machine.tally);
		if (races_only)
			continue;
		for (unsigned i = 0; i < 2 && !wrong; i++) {
			snprintf(how, 32, "%s, %s", cache[k],
				i ? "in little room" : "given up, saved");
			wrong = anyhow(p, k, rng, i);
			tally_free(&machine.tally);
		}
		if (!wrong) {
			snprintf(how, 32, "%s, in parts", cache[k]);
			wrong = in_parts(p, k, rng);
		}
		tally_free(&fewer[0]);
		tally_free(&fewer[1]);
		for (unsigned c = 0; c < BOUNDS && !wrong; c++)
			for (unsigned d = 0; d < 2 && !wrong; d++) {
				tally_merge(&fewer[d], &within[d][c]);
				total->within +=
					k == 0 ? made_of(&fewer[d]) : 0;
				snprintf(how, 32, "%s, %u %s", cache[k], c,
					d ? "delays" : "preemptions");
				wrong = bounded(p, k, d, c, total);
				tally_free(&machine.tally);
			}
	}
	total->programs++;
	total->interleavings += made_of(&brute);
	total->traces += traces[0].count;
	total->lazy += traces[1].count;
	total->races += races.count;
	total->steps[0] += brute.steps;
	return wrong;
}

static bool one(const char *text, struct totals *total, struct rng *rng)
{
	struct program program;
	struct err err;
	const char *wrong;
	char how[32] = "";
	uint64_t hidden = total->hidden;

	if (script_parse(&program, text, &err) != OK) {
		printf("FAILED: %s\n  %s\n", err.text, text);
		return false;
	}
	wrong = compare(&program, total, rng, how);
	if (wrong)
		printf("FAILED: %s: %s (%u traces, %u lazy ones, %u found, %u "
		       "again)\n  %s\n",
			how, wrong, traces[0].count, traces[1].count,
			found.count, found.again, text);
	else if (races_only && total->hidden > hidden)
		printf("%s\n", text);
	return !wrong;
}

static bool is_known(unsigned i, struct totals *total, struct rng *rng)
{
	uint64_t hidden = total->hidden;

	if (!one(known[i].text, total, rng))
		return false;
	if ((total->hidden > hidden) != known[i].hides) {
		printf("FAILED: lazy-hbr %s a race\n  %s\n",
			known[i].hides ? "does not miss" : "misses",
			known[i].text);
		return false;
	}
	if ((!known[i].traces || traces[0].count == known[i].traces) &&
		(!known[i].lazy || traces[1].count == known[i].lazy))
		return true;
	printf("FAILED: %u traces and %u lazy ones, not %u and %u\n  %s\n",
		traces[0].count, traces[1].count, known[i].traces,
		known[i].lazy, known[i].text);
	return false;
}

static void print(const struct totals *t)
{
	printf("%llu programs (%llu left out), %llu interleavings (%llu "
	       "steps), "
	       "%llu traces (%llu), %llu lazy traces (%llu); %llu within "
	       "bounds, %llu made with hbr, %llu with lazy-hbr; %llu races, of "
	       "%llu programs with some lazy-hbr missed one in %llu\n",
		(unsigned long long)t->programs,
		(unsigned long long)t->left_out,
		(unsigned long long)t->interleavings,
		(unsigned long long)t->steps[0], (unsigned long long)t->traces,
		(unsigned long long)t->steps[1], (unsigned long long)t->lazy,
		(unsigned long long)t->steps[2], (unsigned long long)t->within,
		(unsigned long long)t->made[0], (unsigned long long)t->made[1],
		(unsigned long long)t->races, (unsigned long long)t->raceful,
		(unsigned long long)t->hidden);
}

int main(int argc, char **argv)
{
	void (*make)(struct rng *, char *, size_t, bool) = generate;
	const char *text = NULL;
	uint64_t programs = 2000, seed = 1;
	struct totals total = {0};
	char random[512];
	struct rng rng;

	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--programs") == 0 && i + 1 < argc)
			programs = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
			seed = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--limit") == 0 && i + 1 < argc)
			limit = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--races") == 0)
			races_only = true;
		else if (strcmp(argv[i], "--single") == 0)
			single = true;
		else if (strcmp(argv[i], "--barriers") == 0)
			make = generate_barriers;
		else if (strcmp(argv[i], "--buffers") == 0)
			make = generate_buffers;
		else if (strcmp(argv[i], "--unrefined") == 0)
			unrefined = true;
		else
			text = argv[i];
	rng_seed(&rng, seed, 0);
	if (text && !one(text, &total, &rng))
		return 1;
	for (unsigned i = 0; !text && i < sizeof known / sizeof *known; i++)
		if (!is_known(i, &total, &rng))
			return 1;
	for (uint64_t i = 0; !text && total.programs < programs; i++) {
		rng_seed(&rng, seed, i);
		make(&rng, random, sizeof random, single);
		if (!one(random, &total, &rng))
			return 1;
	}
	print(&total);
	return 0;
}
