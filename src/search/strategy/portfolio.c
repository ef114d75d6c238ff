/* SPDX-License-Identifier: MIT */
/* portfolio.c - several strategies; those that still find something new go on
 *
 * Which of them finds a bug depends on the bug, and nobody knows it before. But
 * one that only repeats what was there finds none: so the next one is drawn by
 * how many of its last executions showed something that none before had (an
 * order of operations, or a pair of places that meet: coverage.h).  The same
 * for the depth of pct.  Where all find new things each time nothing is known,
 * and they are alike.
 *
 * `random` has every fifth execution whatever it finds: what needs no pattern
 * is found by it alone, and never more than five times later than without the
 * others.  The others are drawn with a probability of at least 1 in 1,000 or
 * so. Every fourth execution hands freed memory out again.
 */
#include "search/strategy/pct.h"

#include <string.h>

enum {
	RANDOM,
	POS,
	SURW,
	RFF,
	PCT,
	FAMILIES,
	DEPTHS = 4, /* of pct: 1 to so many */
	RANDOM_EVERY = 5,
	REUSE_EVERY = 4, /* has no divisor in common with that */
	MEMORY = 256	 /* executions after which half of them are forgotten */
};
#define CHANCE 0x9e3779b97f4a7c15u /* not that of the strategies */

static const struct strategy *const family[FAMILIES] = {&strategy_random,
	&strategy_pos, &strategy_surw, &strategy_rff, &strategy_pct};
static const char *const names[FAMILIES - 1 + DEPTHS] = {"random", "pos",
	"surw", "rff", "pct d=1", "pct d=2", "pct d=3", "pct d=4"};

struct record {
	uint32_t tried, fresh;
};

struct portfolio {
	uint64_t seed;
	void *self[FAMILIES];
	struct record of[FAMILIES], of_depth[DEPTHS];
	uint32_t now, depth; /* 0: d is 1 */
};

static void *create(const struct search_config *config, struct region *region)
{
	struct portfolio *p = region_take(region, sizeof *p);

	if (!p)
		return NULL;
	p->seed = config->seed;
	for (unsigned i = 0; i < FAMILIES; i++) {
		p->self[i] = family[i]->create(config, region);
		if (!p->self[i])
			return NULL;
	}
	return p;
}

/* How likely it is to find something new, in parts of a million: at least one
 * that has not. */
static uint32_t promise(const struct record *r)
{
	return (uint32_t)(1000000ull * (r->fresh + 1) / (r->tried + 2));
}

static uint32_t draw(struct rng *rng, const struct record *r, uint32_t n)
{
	uint32_t sum = 0, drawn, i = 0;

	for (uint32_t k = 0; k < n; k++)
		sum += promise(&r[k]);
	drawn = rng_below(rng, sum);
	while (drawn >= promise(&r[i]))
		drawn -= promise(&r[i++]);
	return i;
}

static struct start begin(void *self, uint64_t index)
{
	struct portfolio *p = self;
	struct start start;
	struct rng rng;

	rng_seed(&rng, p->seed ^ CHANCE, index);
	p->now = index % RANDOM_EVERY == 0 ? RANDOM
					   : draw(&rng, p->of, FAMILIES);
	if (p->now == PCT) {
		p->depth = draw(&rng, p->of_depth, DEPTHS);
		pct_set_depth(p->self[PCT], p->depth + 1);
	}
	start = family[p->now]->begin(p->self[p->now], index);
	start.reuse = index % REUSE_EVERY == REUSE_EVERY - 1;
	return start;
}

static struct choice choose(void *self, const struct view *view)
{
	struct portfolio *p = self;

	return family[p->now]->choose(p->self[p->now], view);
}

static void note(struct record *r, bool fresh)
{
	r->tried++;
	r->fresh += fresh;
	if (r->tried == MEMORY) {
		r->tried /= 2;
		r->fresh /= 2;
	}
}

static void end(void *self, const struct outcome *outcome)
{
	struct portfolio *p = self;

	family[p->now]->end(p->self[p->now], outcome);
	note(&p->of[p->now], outcome->fresh);
	if (p->now == PCT)
		note(&p->of_depth[p->depth], outcome->fresh);
}

static const char *running(const void *self)
{
	const struct portfolio *p = self;

	return names[p->now + (p->now == PCT ? p->depth : 0)];
}

const struct strategy strategy_portfolio = {
	.name = "portfolio",
	.create = create,
	.begin = begin,
	.choose = choose,
	.end = end,
	.running = running,
};
