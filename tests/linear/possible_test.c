/* SPDX-License-Identifier: MIT */
/* possible_test.c - orders of calls and returns beside brute force
 *
 * possible_test [--traces N]: of N random traces all orders are made, and what
 * each has of returns before calls.  Each order that is asked for is one of
 * them, no two have the same, none has all of another one's and more, and there
 * is none whose is not all in one that was asked for: they are the greatest
 * ones.
 */
#include "linear/possible.h"

#include "base/rng.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	OPS = 5,
	EVENTS = 2 * OPS,
	RELATIONS = 1 << 18
};

/* Event 2 i calls operation i, 2 i + 1 returns from it: by number, and where it
 * stands in `possible`. */
struct trace {
	uint32_t ops;
	struct possible possible;
	uint32_t number[EVENTS];
};

/* Which returns come before which calls: bit a * OPS + b. */
typedef uint32_t relation;

struct relations {
	relation *of;
	size_t n;
};

static relation relation_of(const struct trace *t, const uint16_t *order)
{
	relation r = 0;

	for (uint32_t i = 0; i < t->possible.events; i++)
		for (uint32_t k = i + 1; k < t->possible.events; k++) {
			uint32_t a = t->number[order[i]];
			uint32_t b = t->number[order[k]];

			if ((a & 1) && !(b & 1))
				r |= 1u << (a / 2 * OPS + b / 2);
		}
	return r;
}

static void add(struct relations *all, relation r)
{
	assert(all->n < RELATIONS);
	all->of[all->n++] = r;
}

static int compare(const void *a, const void *b)
{
	const relation *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static void once_each(struct relations *all)
{
	size_t n = 0;

	qsort(all->of, all->n, sizeof *all->of, compare);
	for (size_t i = 0; i < all->n; i++)
		if (!n || all->of[n - 1] != all->of[i])
			all->of[n++] = all->of[i];
	all->n = n;
}

/* All that have none of which they are only a part. */
static void greatest(struct relations *all)
{
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++) {
		bool part = false;

		for (size_t k = 0; k < all->n && !part; k++)
			part = k != i && (all->of[i] & ~all->of[k]) == 0;
		if (!part)
			all->of[n++] = all->of[i]; /* a part is smaller */
	}
	all->n = n;
}

static void make_all(const struct trace *t, struct relations *all,
	uint16_t *order, uint32_t made, uint32_t done)
{
	if (made == t->possible.events) {
		add(all, relation_of(t, order));
		if (all->n > RELATIONS / 2)
			once_each(all);
		return;
	}
	for (uint32_t i = 0; i < t->possible.events; i++) {
		if (done >> i & 1 ||
			(t->possible.before[i][0] & ~(uint64_t)done))
			continue;
		order[made] = (uint16_t)i;
		make_all(t, all, order, made + 1, done | 1u << i);
	}
}

/* Operations of threads, some of which do not return; and some events that come
 * before others. */
static void make_trace(struct trace *t, struct rng *c)
{
	uint32_t threads = 1 + rng_below(c, 4), last[4] = {0}, n = 0;
	uint32_t odds = 2 + rng_below(c, 12);
	bool open[4] = {false};
	struct possible *p = &t->possible;

	memset(t, 0, sizeof *t);
	for (uint32_t left = 200; left--;) {
		uint32_t k = rng_below(c, threads);

		if (open[k] ? rng_below(c, 8) == 0 && left < 100
			    : t->ops == OPS)
			continue;
		if (n == EVENTS)
			break;
		for (uint32_t j = 0; j < n; j++)
			if (rng_below(c, odds) == 0)
				possible_set(p->before[n], j);
		if (last[k])
			possible_set(p->before[n], last[k] - 1);
		for (uint32_t j = n; j-- > 0;)
			if (possible_has(p->before[n], j))
				p->before[n][0] |= p->before[j][0];
		p->returns[n] = open[k];
		t->number[n] =
			open[k] ? t->number[last[k] - 1] + 1 : 2 * t->ops++;
		open[k] = !open[k];
		last[k] = ++n;
	}
	p->events = n;
}

struct asking {
	const struct trace *t;
	struct relations asked;
	bool good;
};

static bool ask(void *self, const uint16_t *order)
{
	struct asking *a = self;
	uint64_t done = 0;

	for (uint32_t i = 0; i < a->t->possible.events; i++) {
		a->good &= !(a->t->possible.before[order[i]][0] & ~done);
		a->good &= !(done >> order[i] & 1);
		done |= 1ull << order[i];
	}
	add(&a->asked, relation_of(a->t, order));
	return true;
}

static bool agree(struct trace *t, relation *room)
{
	struct relations all = {room, 0};
	struct asking a = {t, {room + RELATIONS, 0}, true};
	uint16_t order[EVENTS];
	size_t asked;

	make_all(t, &all, order, 0, 0);
	once_each(&all);
	greatest(&all);
	if (possible_orders(&t->possible, UINT64_MAX, ask, &a) != POSSIBLE_ALL)
		return false;
	asked = a.asked.n;
	once_each(&a.asked);
	return a.good && asked == a.asked.n && asked == all.n &&
	       memcmp(all.of, a.asked.of, asked * sizeof *all.of) == 0;
}

static bool stop(void *self, const uint16_t *order)
{
	(void)order;
	return --*(uint32_t *)self > 0;
}

/* Operations of as many threads that share nothing come one after the other, in
 * any order: n!. */
static bool of_strangers(void)
{
	static struct possible p;
	uint32_t two = 2;

	p.events = 8;
	for (uint32_t i = 0; i < 8; i++) {
		p.returns[i] = i % 2;
		if (i % 2)
			possible_set(p.before[i], i - 1);
	}
	return possible_orders(&p, 23, stop, &(uint32_t){100}) ==
		       POSSIBLE_MOST &&
	       possible_orders(&p, 24, stop, &(uint32_t){100}) ==
		       POSSIBLE_ALL &&
	       p.asked == 24 &&
	       possible_orders(&p, 24, stop, &two) == POSSIBLE_ENOUGH;
}

int main(int argc, char **argv)
{
	unsigned long traces = argc == 3 ? strtoul(argv[2], NULL, 0) : 3000;
	relation *room = calloc(2 * RELATIONS, sizeof *room);
	static struct trace t;
	struct rng c;
	unsigned long failed = !of_strangers();

	if (!room)
		return 1;
	rng_seed(&c, 1, 0);
	for (unsigned long i = 0; i < traces; i++) {
		make_trace(&t, &c);
		if (agree(&t, room))
			continue;
		failed++;
		printf("FAILED: trace %lu, of %u operations\n", i, t.ops);
	}
	printf("%lu traces, %lu failed\n", traces, failed);
	free(room);
	return failed > 0;
}
