/* SPDX-License-Identifier: MIT */
/* turns.c - random and pct d=1, 2, 3, 4 in turns, by the execution's number
 *
 * Which of them finds a bug sooner depends on the bug; together they are never
 * more than five times slower than the best of them.  Each of them gets every
 * fourth of its executions with freed memory handed out again.
 */
#include "search/strategy/pct.h"

enum {
	TURNS = 5,
	REUSE_EVERY = 4 /* has no divisor in common with TURNS */
};

static const char *const names[TURNS] = {
	"random", "pct d=1", "pct d=2", "pct d=3", "pct d=4"};

struct turns {
	void *random, *pct;
	uint32_t now; /* 0: random; else the depth of pct */
};

static void *create(const struct search_config *config, struct region *region)
{
	struct turns *t = region_take(region, sizeof *t);

	if (!t)
		return NULL;
	t->random = strategy_random.create(config, region);
	t->pct = strategy_pct.create(config, region);
	return t->random && t->pct ? t : NULL;
}

static struct start begin(void *self, uint64_t index)
{
	struct turns *t = self;
	struct start start;

	t->now = (uint32_t)(index % TURNS);
	if (t->now == 0) {
		start = strategy_random.begin(t->random, index);
	} else {
		pct_set_depth(t->pct, t->now);
		start = strategy_pct.begin(t->pct, index);
	}
	start.reuse = index % REUSE_EVERY == REUSE_EVERY - 1;
	return start;
}

static struct choice choose(void *self, const struct view *view)
{
	struct turns *t = self;

	return t->now == 0 ? strategy_random.choose(t->random, view)
			   : strategy_pct.choose(t->pct, view);
}

static void end(void *self, const struct outcome *outcome)
{
	struct turns *t = self;

	if (t->now != 0)
		strategy_pct.end(t->pct, outcome);
}

static const char *running(const void *self)
{
	const struct turns *t = self;

	return names[t->now];
}

static size_t save(const void *self, void *out, size_t bytes)
{
	const struct turns *t = self;

	return strategy_pct.save(t->pct, out, bytes);
}

static bool load(void *self, const void *saved, size_t length)
{
	struct turns *t = self;

	return strategy_pct.load(t->pct, saved, length);
}

const struct strategy strategy_turns = {
	.name = "turns",
	.create = create,
	.begin = begin,
	.choose = choose,
	.end = end,
	.running = running,
	.save = save,
	.load = load,
};
