/* SPDX-License-Identifier: MIT */
/* cache.c - what was explored behind an equivalent beginning is not explored
 * again
 *
 * Thomson (Practical systematic concurrency testing, 2016): happens-before
 * caching (4.2) and lazy happens-before caching (4.3).  An execution that comes
 * to a decision point to which another one came with the same happens-before
 * relation is in the same state; so what is possible from there was, or will
 * be, explored from the other one.  A cache lies around a strategy that goes on
 * as it would without.
 *
 * There, what comes next is compared before it is made.  Here what a
 * transition touches is known when it was made, so it is made, and the
 * execution stopped behind it (STOP_CACHED); one that ended is compared as well
 * and is none of the complete ones when it repeats another.
 *
 * Bounds.  Whose turn it was decides what the next choice costs, so it is part
 * of what is compared, and an entry counts only for executions that have used
 * as much of the bound, or more.  Each bound begins with an empty cache.
 *
 * Memory   a half of the region for the table, an eighth for the current
 *          execution; what does not fit there is explored as without a cache.
 */
#include <string.h>

#include "search/events.h"
#include "search/reduce/seen.h"
#include "search/strategy.h"

enum {
	TABLE_8THS = 4,
	DEPTH_MAX = 0xffff,
	BYTES_MAX = 1 << 30 /* with the search inside */
};

struct cache {
	struct events path; /* the current execution */
	struct seen seen;
	struct seen_entry *note; /* its decision points: known when it ends */
	uint32_t notes, notes_max;
	uint32_t row; /* of the strategy inside */
	uint32_t bound;
	void *inside;
};

static inline const struct strategy *strategy_of(const struct cache *c)
{
	return strategy_table[c->row];
}

static void *create(const struct search_config *config, struct region *region)
{
	struct cache *c = region_take(region, sizeof *c);
	size_t bytes, eighth;
	char *rest;

	if (!c)
		return NULL;
	c->row = (uint32_t)strategy_find(config->strategy, config->reduce, "");
	rest = region_rest(region, &bytes);
	if (bytes > BYTES_MAX)
		bytes = BYTES_MAX;
	eighth = bytes / 8 & ~(size_t)63;
	c->note = (void *)rest;
	c->notes_max = (uint32_t)(eighth / 4 / sizeof *c->note);
	events_init(&c->path, rest + eighth / 4, eighth - eighth / 4);
	c->path.earlier.lazy = strcmp(config->cache, "lazy-hbr") == 0;
	c->path.earlier.unrefined = config->unrefined;
	if (!seen_init(&c->seen, rest + eighth, TABLE_8THS * eighth,
		    config->cache_max))
		return NULL;
	region->used =
		(size_t)(rest - region->base) + (TABLE_8THS + 1) * eighth;
	c->inside = strategy_of(c)->create(config, region);
	return c->inside ? c : NULL;
}

static void restart(void *self)
{
	struct cache *c = self;

	events_cut(&c->path, 0);
	seen_clear(&c->seen);
	c->notes = c->bound = 0;
	strategy_of(c)->restart(c->inside);
}

static const struct search_bounds *bounds(const void *self)
{
	const struct cache *c = self;

	return strategy_of(c)->bounds ? strategy_of(c)->bounds(c->inside)
				      : NULL;
}

static struct start begin(void *self, uint64_t index)
{
	struct cache *c = self;
	struct start start = strategy_of(c)->begin(c->inside, index);
	const struct search_bounds *now = bounds(c);

	/* What an execution that did not end had met is not known. */
	c->notes = 0;
	if (now && now->now != c->bound) {
		c->bound = now->now;
		seen_clear(&c->seen);
	}
	return start;
}

/* What the execution came to by its first `steps` transitions; false: that is
 * not known. */
static bool key(const struct cache *c, uint32_t steps, uint64_t salt,
	struct seen_entry *out)
{
	uint64_t hash;

	if (c->path.full || c->path.count != steps || c->notes == c->notes_max)
		return false;
	hash = events_hash(&c->path) ^ salt;
	*out = (struct seen_entry){.hash = hash ? hash : 1,
		.check = (uint32_t)(events_check(&c->path) + salt),
		.depth = (uint16_t)(steps < DEPTH_MAX ? steps : DEPTH_MAX)};
	return true;
}

/* Tells beginnings whose continuations cost differently, and those from ends.
 */
static uint64_t salt_of(const struct cache *c, const struct view *view)
{
	if (!strategy_of(c)->cost)
		return 0;
	return ((uint64_t)view->last + 1) * 0x9e3779b97f4a7c15u;
}

static struct choice choose(void *self, const struct view *view)
{
	struct cache *c = self;
	tid t = first_of(view);
	struct seen_entry e;
	struct choice choice;
	bool known = false;

	if (view->enabled > 1 || view->thread[t].offers > 1)
		known = key(c, view->step, salt_of(c, view), &e);
	if (known && strategy_of(c)->cost)
		e.price = (uint16_t)strategy_of(c)->cost(c->inside);
	if (known && seen_has(&c->seen, &e)) {
		c->seen.count.stopped++;
		return choice_stop(STOP_CACHED);
	}
	choice = strategy_of(c)->choose(c->inside, view);
	if (known && choice.thread != TID_NONE)
		c->note[c->notes++] = e;
	return choice;
}

static void transition(void *self, const struct transition *done)
{
	struct cache *c = self;

	events_cut(&c->path, done->step);
	events_add(&c->path, done, done->blocked);
	if (strategy_of(c)->transition)
		strategy_of(c)->transition(c->inside, done);
}

/* Not under a bound: there, schedules are counted. */
static bool repeats(void *self, const struct outcome *outcome)
{
	struct cache *c = self;
	struct seen_entry e;

	if (!key(c, outcome->steps, ~0ull, &e))
		return false;
	if (seen_has(&c->seen, &e)) {
		c->seen.count.stopped++;
		return true;
	}
	c->note[c->notes++] = e;
	return false;
}

static void end(void *self, const struct outcome *outcome)
{
	struct cache *c = self;

	for (uint32_t i = 0; i < c->notes; i++)
		seen_add(&c->seen, &c->note[i]);
	strategy_of(c)->end(c->inside, outcome);
}

static bool estimate(const void *self, struct estimated *out)
{
	const struct cache *c = self;

	return strategy_of(c)->estimate &&
	       strategy_of(c)->estimate(c->inside, out);
}

static bool lost(const void *self)
{
	const struct cache *c = self;

	return strategy_of(c)->lost && strategy_of(c)->lost(c->inside);
}

static void finish_bound(void *self)
{
	struct cache *c = self;

	strategy_of(c)->finish_bound(c->inside);
}

static const struct search_cache *cached(const void *self)
{
	return &((const struct cache *)self)->seen.count;
}

static size_t used(const void *self)
{
	const struct cache *c = self;

	return strategy_of(c)->used(c->inside) +
	       c->seen.used * sizeof *c->seen.entry +
	       c->path.count * sizeof *c->path.event +
	       c->path.accesses * sizeof *c->path.access;
}

/* The cache itself is left behind: what it knew is explored again. */
static size_t save(const void *self, void *out, size_t bytes)
{
	const struct cache *c = self;

	return strategy_of(c)->save(c->inside, out, bytes);
}

static bool load(void *self, const void *saved, size_t length)
{
	struct cache *c = self;
	bool good = strategy_of(c)->load(c->inside, saved, length);
	const struct search_bounds *now = bounds(c);

	c->bound = now ? now->now : 0;
	return good;
}

static bool split(void *self, void *part)
{
	struct cache *c = self, *to = part;

	return strategy_of(c)->split(c->inside, to->inside);
}

#define CACHED(id, of, word, ...)                                              \
	const struct strategy strategy_##id = {.name = of,                     \
		.cache = word,                                                 \
		.exhausts = true,                                              \
		.footprints = true,                                            \
		.create = create,                                              \
		.begin = begin,                                                \
		.choose = choose,                                              \
		.transition = transition,                                      \
		.end = end,                                                    \
		.estimate = estimate,                                          \
		.lost = lost,                                                  \
		.restart = restart,                                            \
		.cached = cached,                                              \
		.used = used,                                                  \
		.save = save,                                                  \
		.load = load,                                                  \
		__VA_ARGS__}
#define BOUNDED(word)                                                          \
	.counts = word, .bounds = bounds, .finish_bound = finish_bound

CACHED(dfs_hbr, "dfs", "hbr", .repeats = repeats, .split = split);
CACHED(dfs_lazy, "dfs", "lazy-hbr", .repeats = repeats, .split = split);
CACHED(ipb_hbr, "ipb", "hbr", BOUNDED("preemption"));
CACHED(ipb_lazy, "ipb", "lazy-hbr", BOUNDED("preemption"));
CACHED(idb_hbr, "idb", "hbr", BOUNDED("delay"));
CACHED(idb_lazy, "idb", "lazy-hbr", BOUNDED("delay"));
