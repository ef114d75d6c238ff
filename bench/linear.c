/* SPDX-License-Identifier: MIT */
/* linear.c - how long it takes to judge a history (bench/linear.py)
 *
 * One line a row: name, whether something was changed, histories, operations,
 * threads, percent of the parts that took no search, median and longest time in
 * ms, how many were explained, wrong, and given up.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "chance.h"
#include "linear/check.h"

enum {
	LARGE = 10000,
	SMALL = 100,
	HISTORIES = 100,
	LARGE_HISTORIES = 7,
};

static struct linear_op op[LARGE];
static struct linear_object object[2];

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static void measure(const struct chance *c, bool changed, unsigned histories)
{
	static const struct linear_limits limits = {20000000, (size_t)1 << 29};
	static double ms[HISTORIES];
	unsigned answers[3] = {0};
	size_t fast = 0, parts = 0;

	for (unsigned i = 0; i < histories; i++) {
		struct linear_history h = {op, 0, object, 0};
		struct linear_verdict v;
		struct rng rng;

		rng_seed(&rng, 1, i);
		chance_history(&h, c, &rng);
		if (changed)
			chance_change(&h, &rng);
		ms[i] = -now_ms();
		linear_check(&h,
			c->spec[0]->pair ? LINEAR_SET : LINEAR_LINEARIZABLE,
			LINEAR_ANY, &limits, &v);
		ms[i] += now_ms();
		answers[v.answer > LINEAR_WRONG ? 2 : v.answer]++;
		fast += v.fast;
		parts += v.parts;
		linear_verdict_free(&v);
	}
	qsort(ms, histories, sizeof *ms, by_size);
	printf("%s|%s|%u|%u|%u|%.0f|%.2f|%.2f|%u|%u|%u\n", c->spec[0]->name,
		changed ? "changed" : "as made", histories, c->ops, c->threads,
		100.0 * (double)fast / (double)parts, ms[histories / 2],
		ms[histories - 1], answers[LINEAR_EXPLAINED],
		answers[LINEAR_WRONG], answers[2]);
	fflush(stdout);
}

static void large(const struct linear_spec *spec, bool changed)
{
	/* Without what waits, which a queue has as its third operation. */
	struct chance c = {.spec = {spec},
		.objects = 1,
		.threads = 16,
		.ops = LARGE,
		.keys = 4096,
		.names = strcmp(spec->name, "queue") == 0 ? 2 : 0,
		.distinct = true};

	measure(&c, changed, LARGE_HISTORIES);
}

static void small(
	const struct linear_spec *spec, unsigned threads, bool changed)
{
	struct chance c = {
		.spec = {spec}, .objects = 1, .threads = threads, .ops = SMALL};

	measure(&c, changed, HISTORIES);
}

int main(void)
{
	const struct linear_spec *spec;

	for (int changed = 0; changed <= 1; changed++)
		for (unsigned i = 0; (spec = linear_spec_at(i)); i++)
			if (spec->fast)
				large(spec, changed);
	for (unsigned threads = 4; threads <= 8; threads *= 2)
		for (unsigned i = 0; (spec = linear_spec_at(i)); i++)
			for (int changed = 0; changed <= 1; changed++)
				small(spec, threads, changed);
}
