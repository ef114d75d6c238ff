/* SPDX-License-Identifier: MIT */
/* surw.c - uniform over the orders of some operations, one object's at a time
 *
 * Zhao, Wolff, Mathur and Roychoudhury, "Selectively Uniform Concurrency
 * Testing", ASPLOS 2025.  Where thread i has r_i operations left, and none ever
 * waits, there are (r_1 + r_2 + ...)! / (r_1! r_2! ...) ways to go on, of which
 * r_i / (r_1 + r_2 + ...) begin with thread i: choosing it with that
 * probability makes all ways alike.  A coin at each step makes those likely in
 * which who has few operations is done early.
 *
 * Which order matters is mostly that of few operations.  So each execution
 * selects one object that threads share, or (one in as many as there are, and
 * one more) all operations.  Whose selected operation is next is drawn as
 * above; others wait before theirs until it is made, and whatever is not
 * selected goes on as it comes, a coin at each step.  So all orders of what is
 * selected are alike, and any execution is possible.
 *
 * How many operations a thread has on each object is learned: the most that an
 * execution had.  Those of threads that are not begun count for who began them
 * in executions before.  Where operations wait for each other, or threads have
 * other numbers of them each time, nothing is promised: who cannot go on makes
 * way, by another draw.
 *
 * Memory   the first objects that are shared, and threads of low numbers; of
 *          others every operation counts as the last one.
 * Cost     O(threads) at each step.
 */
#include "base/hash.h"
#include "search/depend.h"
#include "search/strategy/seldom.h"

#include <string.h>

enum {
	OBJECTS = 64,
	ALL = OBJECTS, /* in place of one of them */
	NONE = OBJECTS + 1,
	THREADS = 64,
	SLOTS = 4 * OBJECTS,
	PATIENCE = 1000 /* choices, until nobody waits for the one drawn: it may
			   go round a loop until others do something */
};

struct object {
	uint64_t address;
	tid first;    /* thread that met it, */
	bool several; /* and others did, */
	bool changed; /* and it is changed */
};

struct surw {
	struct rng rng;
	uint64_t seed;

	struct object object[OBJECTS];
	uint32_t objects;
	uint8_t slot[SLOTS]; /* hash of an address: object + 1 */
	/* By thread: the most operations on it, or of all. */
	uint32_t most[OBJECTS + 1][THREADS];
	tid parent[THREADS]; /* who began it; TID_NONE: not known */
	tid threads;	     /* known */

	/* Of the current execution. */
	uint32_t seldom;
	uint32_t selected; /* object, ALL or NONE */
	tid next;	   /* whose selected operation; TID_NONE: to be drawn */
	uint32_t waited;   /* choices since one was made */
	tid seen;	   /* threads that were there */
	uint32_t made[OBJECTS + 1][THREADS];
};

static void *create(const struct search_config *config, struct region *region)
{
	struct surw *s = region_take(region, sizeof *s);

	if (!s)
		return NULL;
	s->seed = config->seed;
	for (unsigned t = 0; t < THREADS; t++)
		s->parent[t] = TID_NONE;
	return s;
}

static bool is_shared(const struct object *o)
{
	return o->several && o->changed;
}

/* One of the objects, or all. */
static uint32_t select_one(struct surw *s)
{
	uint32_t shared = 0, skip;

	for (uint32_t i = 0; i < s->objects; i++)
		shared += is_shared(&s->object[i]);
	if (!s->threads)
		return NONE; /* nothing is known */
	skip = rng_below(&s->rng, shared + 1);
	for (uint32_t i = 0; i < s->objects; i++)
		if (is_shared(&s->object[i]) && skip-- == 0)
			return i;
	return ALL;
}

static struct start begin(void *self, uint64_t index)
{
	struct surw *s = self;

	rng_seed(&s->rng, s->seed, index);
	s->seldom = s->seen = 0;
	s->waited = 0;
	s->next = TID_NONE;
	memset(s->made, 0, sizeof s->made);
	s->selected = select_one(s);
	return (struct start){.prefix = NULL};
}

/* Its number; OBJECTS: it has none. */
static uint32_t find(struct surw *s, uint64_t address, tid t)
{
	uint32_t i = (uint32_t)hash_mix(address) % SLOTS;

	for (; s->slot[i]; i = (i + 1) % SLOTS)
		if (s->object[s->slot[i] - 1].address == address)
			return s->slot[i] - 1u;
	if (s->objects == OBJECTS)
		return OBJECTS;
	s->object[s->objects] = (struct object){.address = address, .first = t};
	s->slot[i] = (uint8_t)++s->objects;
	return s->objects - 1;
}

static bool is_selected(const struct surw *s, const struct pending *p)
{
	return s->selected == ALL ||
	       (s->selected < OBJECTS &&
		       p->object == s->object[s->selected].address);
}

/* Who is there for the operations of thread t: itself, or who will begin it. */
static tid who_for(const struct view *view, const struct surw *s, tid t)
{
	for (unsigned i = 0; i < THREADS && t < THREADS; i++) {
		if (t < s->seen)
			return t < view->threads && view->thread[t].live
				       ? t
				       : TID_NONE;
		t = s->parent[t];
	}
	return TID_NONE;
}

/* How many selected operations each has, with those of threads to come. */
static void weigh(
	const struct surw *s, const struct view *view, uint32_t weight[THREADS])
{
	memset(weight, 0, THREADS * sizeof *weight);
	for (tid t = 0; t < s->threads; t++) {
		uint32_t most = s->most[s->selected][t];
		uint32_t made = s->made[s->selected][t];
		tid by = who_for(view, s, t);

		if (by < THREADS && most > made)
			weight[by] += most - made;
	}
}

/* One of those that are alive, or (`now`) enabled.  Whoever is about to make a
 * selected operation has one more. */
static tid draw(struct surw *s, const struct view *view, bool now)
{
	uint32_t weight[THREADS], sum = 0, drawn = 0;
	tid t;

	if (s->selected == NONE)
		return TID_NONE;
	weigh(s, view, weight);
	for (int pass = 0; pass < 2; pass++) {
		for (t = 0; t < view->threads; t++) {
			const struct pending *p = &view->thread[t];
			uint32_t w = t < THREADS ? weight[t] : 0;

			if (!p->live || (now && !enabled(p)))
				continue;
			if (!w && enabled(p) && is_selected(s, p))
				w = 1;
			if (pass == 1 && drawn < w)
				return t;
			if (pass == 1)
				drawn -= w;
			else
				sum += w;
		}
		if (!sum)
			return TID_NONE;
		if (pass == 0)
			drawn = rng_below(&s->rng, sum);
	}
	return TID_NONE;
}

static bool may_go(const struct surw *s, const struct view *view, tid t)
{
	const struct pending *p = &view->thread[t];

	return enabled(p) && (t == s->next || !is_selected(s, p));
}

/* The one whose turn it is, and those that do nothing that is selected: one of
 * them; TID_NONE: there is none. */
static tid any_of(struct surw *s, const struct view *view)
{
	uint32_t n = 0, skip;

	for (tid t = 0; t < view->threads; t++)
		n += may_go(s, view, t);
	if (!n)
		return TID_NONE;
	skip = n == 1 ? 0 : rng_below(&s->rng, n);
	for (tid t = 0;; t++)
		if (may_go(s, view, t) && skip-- == 0)
			return t;
}

static tid next(struct surw *s, const struct view *view)
{
	tid t;

	if (s->next == TID_NONE || s->next >= view->threads ||
		!view->thread[s->next].live)
		s->next = draw(s, view, false);
	t = any_of(s, view);
	if (t != TID_NONE)
		return t;
	/* It waits, or has nothing left that is selected: another one. */
	s->next = draw(s, view, true);
	t = any_of(s, view);
	return t != TID_NONE ? t : first_of(view);
}

static void learn(struct surw *s, const struct pending *p, tid t)
{
	uint32_t i = p->object ? find(s, p->object, t) : OBJECTS;

	if (i < OBJECTS) {
		s->object[i].several |= s->object[i].first != t;
		s->object[i].changed |= kind_changes(p->kind, false);
	}
	if (t >= THREADS)
		return;
	if (i < OBJECTS)
		s->made[i][t]++;
	s->made[ALL][t]++;
}

/* What was to be its parent's turn may be that of thread t. */
static void divide(struct surw *s, const struct view *view, tid t, tid parent)
{
	uint32_t weight[THREADS], sum;

	weigh(s, view, weight);
	sum = weight[parent] + weight[t];
	if (sum && rng_below(&s->rng, sum) < weight[t])
		s->next = t;
}

/* Those that appear were begun by who went last. */
static void meet(struct surw *s, const struct view *view)
{
	while (s->seen < view->threads) {
		tid t = s->seen++, parent = view->last;

		if (t >= THREADS || parent >= THREADS || parent == t)
			continue;
		s->parent[t] = parent;
		if (s->next == parent && s->selected != NONE)
			divide(s, view, t, parent);
	}
}

static struct choice choose(void *self, const struct view *view)
{
	struct surw *s = self;
	const struct pending *made;
	struct choice c = {0};

	meet(s, view);
	c.thread = view->enabled == 1 ? first_of(view) : next(s, view);
	made = &view->thread[c.thread];
	if (may_fail(made))
		c.alternative = seldom_fails(&s->rng, &s->seldom);
	else
		c.alternative = offered(made,
			made->offers == 1 ? 0
					  : rng_below(&s->rng, made->offers));
	if (is_selected(s, made)) {
		s->next = TID_NONE;
		s->waited = 0;
	} else if (++s->waited == PATIENCE) {
		s->selected = NONE;
	}
	learn(s, made, c.thread);
	return c;
}

static void end(void *self, const struct outcome *outcome)
{
	struct surw *s = self;

	if (outcome->kind == OUTCOME_STOPPED ||
		outcome->kind == OUTCOME_DIVERGED)
		return;
	for (uint32_t i = 0; i <= OBJECTS; i++) {
		if (i >= s->objects && i < ALL)
			continue;
		for (tid t = 0; t < THREADS && t < s->seen; t++)
			if (s->made[i][t] > s->most[i][t])
				s->most[i][t] = s->made[i][t];
	}
	if (s->seen > s->threads)
		s->threads = s->seen < THREADS ? s->seen : THREADS;
}

const struct strategy strategy_surw = {
	.name = "surw",
	.create = create,
	.begin = begin,
	.choose = choose,
	.end = end,
};
