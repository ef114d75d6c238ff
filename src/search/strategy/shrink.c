/* SPDX-License-Identifier: MIT */
/* shrink.c - a schedule that fails, made simpler
 *
 * Makes executions that are like the one of a schedule that is given, and keeps
 * whichever fails in the same way (outcome.failure) and is the simplest so far:
 * fewest preemptions, then fewest switches of threads, then fewest steps.  Each
 * is made from the best one:
 *
 *   none, one   threads run until they cannot, and take turns as before; of the
 *               preemptions none is made, or one
 *   drop        a part of the preemptions is left out, smaller and smaller
 * parts
 *               ("ddmin": Zeller and Hildebrandt, "Simplifying and Isolating
 *               Failure-Inducing Input", 2002, section 3)
 *   two         of those that are left only two are made
 *   moves       what a thread did in one go is put behind what it did before,
 * or in front of what it does next
 *
 *   put off     what a thread does from some time on comes when nobody else can
 *               go on: behind the failure, if that does not need it
 *
 * A preemption is known by the thread and how many steps that had made, so that
 * it keeps its place where another one is left out.  Where the plan cannot be
 * followed the next thread in it goes on that can.  What is found is no proof
 * that there is nothing simpler.
 *
 * Cost     a step: O(1), where a thread waits that is to go on O(length);
 *          executions: O(preemptions^2 + switches) for each that is simpler
 */
#include "search/strategy/given.h"

enum {
	NONE = GIVEN_NONE,
	PAIRS_MOST = 60 /* preemptions of which all pairs are tried */
};

enum phase {
	AS_GIVEN,
	KEEP_NONE,
	KEEP_ONE,
	DROP,
	KEEP_TWO,
	MOVE,
	PUT_OFF,
	OVER
};

enum move {
	NEXT_HERE,   /* what it does next, at once */
	REST_HERE,   /* all that it does later */
	LATER,	     /* this, when it goes on the next time */
	ALL_AS_LATE, /* this, and all that it did before */
	MOVES
};

/* A preemption: who goes on.  Main may be left before the first step. */
struct cut {
	tid to;
	bool kept;
};

struct shrink {
	struct search_config config;
	uint64_t failure;
	bool shorter; /* the last execution is the best */

	/* The best schedule: [given.steps] */
	struct simplicity best;
	struct given given;
	uint32_t *cut_after; /* number of a cut, or NONE */
	uint32_t cut_first;  /* that before all steps, or NONE */
	uint32_t *block;     /* where a thread begins to run, and the end */
	uint32_t blocks, cuts;
	struct cut *cut;

	/* What is tried. */
	enum phase phase;
	uint32_t i, j, chunk;
	bool by_plan;	/* else by preemptions that are kept */
	uint32_t *plan; /* [given.steps]: those, in another order */

	/* The execution in progress. */
	struct simplicity now;
	uint32_t *made_cut; /* steps with which it preempts, ascending */
};

static void *create(const struct search_config *config, struct region *region)
{
	struct shrink *s = region_take(region, sizeof *s);
	size_t n;

	if (!s || !given_new(&s->given, config, region))
		return NULL;
	n = s->given.room;
	s->config = *config;
	s->cut_after = region_take(region, n * sizeof *s->cut_after);
	s->block = region_take(region, (n + 1) * sizeof *s->block);
	s->cut = region_take(region, n * sizeof *s->cut);
	s->plan = region_take(region, n * sizeof *s->plan);
	s->made_cut = region_take(region, n * sizeof *s->made_cut);
	return s->made_cut ? s : NULL;
}

/* --- the best schedule */

static void find_blocks(struct shrink *s)
{
	const struct given *g = &s->given;

	s->blocks = 0;
	s->cut_first = NONE;
	for (uint32_t i = 0; i < g->steps; i++) {
		s->cut_after[i] = NONE;
		if (!i || g->choice[i].thread != g->choice[i - 1].thread)
			s->block[s->blocks++] = i;
	}
	s->block[s->blocks] = g->steps;
}

/* The execution that has just ended. */
static void adopt(struct shrink *s)
{
	s->best = s->now;
	given_adopt(&s->given);
	find_blocks(s);
	s->cuts = s->now.preemptions;
	for (uint32_t i = 0; i < s->cuts; i++) {
		uint32_t step = s->made_cut[i];

		s->cut[i] = (struct cut){s->given.choice[step].thread, true};
		if (step)
			s->cut_after[step - 1] = i;
		else
			s->cut_first = i;
	}
	s->shorter = true;
}

static bool simpler(const struct simplicity *a, const struct simplicity *b)
{
	if (a->preemptions != b->preemptions)
		return a->preemptions < b->preemptions;
	if (a->switches != b->switches)
		return a->switches < b->switches;
	return a->steps < b->steps;
}

/* --- what is tried */

static void keep(struct shrink *s, uint32_t from, uint32_t to, bool kept)
{
	for (uint32_t i = 0; i < s->cuts; i++)
		s->cut[i].kept = (i >= from && i < to) == kept;
}

static tid runs(const struct shrink *s, uint32_t block)
{
	return s->given.choice[s->block[block]].thread;
}

/* Its neighbour among the blocks of its thread; NONE: it is the last, or first.
 */
static uint32_t next_of(const struct shrink *s, uint32_t block)
{
	for (uint32_t i = block + 1; i < s->blocks; i++)
		if (runs(s, i) == runs(s, block))
			return i;
	return NONE;
}

/* Into the plan at n, if block b is to stand there; where it will end. */
static uint32_t put(struct shrink *s, uint32_t n, uint32_t b)
{
	for (uint32_t i = s->block[b]; i < s->block[b + 1]; i++)
		s->plan[n++] = i;
	return n;
}

/* Does block b leave its place, for block `here`, by this move? */
static bool moves(const struct shrink *s, enum move how, uint32_t here,
	uint32_t next, uint32_t b)
{
	if (runs(s, b) != runs(s, here))
		return false;
	switch (how) {
	case NEXT_HERE:
		return b == next;
	case REST_HERE:
		return b > here;
	case LATER:
		return b == here;
	default:
		return b <= here;
	}
}

/* False: there is nothing to be moved. */
static bool plan_move(struct shrink *s, enum move how, uint32_t here)
{
	uint32_t next = next_of(s, here), n = 0;
	uint32_t to = how == NEXT_HERE || how == REST_HERE ? here + 1 : next;

	if (next == NONE)
		return false;
	for (uint32_t b = 0; b <= s->blocks; b++) {
		for (uint32_t k = 0; b == to && k < s->blocks; k++)
			if (moves(s, how, here, next, k))
				n = put(s, n, k);
		if (b < s->blocks && !moves(s, how, here, next, b))
			n = put(s, n, b);
	}
	return true;
}

/* What the thread of block `from` does from there on comes last.  False: it
 * does already. */
static bool plan_put_off(struct shrink *s, uint32_t from)
{
	uint32_t n = 0;
	bool others = false;

	for (uint32_t b = 0; b < s->blocks; b++)
		if (b < from || runs(s, b) != runs(s, from)) {
			n = put(s, n, b);
			others |= b > from;
		}
	for (uint32_t b = from; b < s->blocks; b++)
		if (runs(s, b) == runs(s, from))
			n = put(s, n, b);
	return others;
}

static void enter(struct shrink *s, enum phase phase)
{
	s->phase = phase;
	s->i = 0;
	s->j = 1;
	s->chunk = s->cuts / 2;
}

static bool try_one(struct shrink *s)
{
	if (s->cuts < 2 || s->i == s->cuts)
		return false;
	keep(s, s->i, s->i + 1, true);
	return true;
}

static bool try_without(struct shrink *s)
{
	if (s->i >= s->cuts) {
		s->i = 0;
		s->chunk /= 2;
	}
	if (s->cuts < 2 || !s->chunk)
		return false;
	keep(s, s->i, s->i + s->chunk, false);
	return true;
}

static bool try_two(struct shrink *s)
{
	if (s->j >= s->cuts) {
		s->i++;
		s->j = s->i + 1;
	}
	if (s->cuts < 3 || s->cuts > PAIRS_MOST || s->j >= s->cuts)
		return false;
	keep(s, s->i, s->i + 1, true);
	s->cut[s->j].kept = true;
	return true;
}

/* Number i of those of the best schedule. */
static bool try_move(struct shrink *s)
{
	for (; s->i < s->blocks * MOVES; s->i++)
		if (plan_move(s, s->i % MOVES, s->i / MOVES))
			return true;
	return false;
}

static bool try_put_off(struct shrink *s)
{
	for (; s->i < s->blocks; s->i++)
		if (plan_put_off(s, s->i))
			return true;
	return false;
}

/* The next execution; false: there is none. */
static bool propose(struct shrink *s)
{
	s->by_plan = s->phase == MOVE || s->phase == PUT_OFF;
	for (uint32_t i = 0; i < s->given.steps; i++)
		s->plan[i] = i;
	switch (s->phase) {
	case AS_GIVEN:
		s->by_plan = true;
		return true;
	case KEEP_NONE:
		keep(s, 0, 0, true);
		if (s->cuts)
			return true;
		break;
	case KEEP_ONE:
		if (try_one(s))
			return true;
		break;
	case DROP:
		if (try_without(s))
			return true;
		break;
	case KEEP_TWO:
		if (try_two(s))
			return true;
		break;
	case MOVE:
		if (try_move(s))
			return true;
		break;
	case PUT_OFF:
		if (try_put_off(s))
			return true;
		break;
	case OVER:
		return false;
	}
	enter(s, (enum phase)(s->phase + 1));
	return propose(s);
}

/* --- the strategy */

static struct start begin(void *self, uint64_t index)
{
	struct shrink *s = self;

	if (s->phase == AS_GIVEN) {
		given_read(&s->given, &s->config);
		find_blocks(s);
	}
	s->shorter = false;
	s->now = (struct simplicity){0};
	given_begin(&s->given);
	return (struct start){.done = !propose(s)};
}

static tid planned(struct shrink *s, const struct view *view)
{
	tid t = given_next(&s->given, view, s->plan, TID_NONE);

	return t == TID_NONE ? first_of(view) : t;
}

/* Who goes on when `last` could: he, but where a preemption is kept. */
static tid uncut(const struct shrink *s, const struct view *view)
{
	tid last = view->last;
	uint32_t n = s->given.made_own[last], step = NONE, number = NONE;

	if (n)
		step = given_nth(&s->given, last, n - 1);
	if (step != NONE)
		number = s->cut_after[step];
	else if (!s->given.made_steps)
		number = s->cut_first;
	if (number == NONE || !s->cut[number].kept ||
		!given_can(view, s->cut[number].to))
		return last;
	return s->cut[number].to;
}

/* As idb counts them (bounded.c). */
static uint32_t passed_over(const struct view *view, tid chosen)
{
	tid t = thread_from(view, view->last);
	uint32_t n = 0;

	if (view->last == TID_NONE || t == TID_NONE ||
		view->thread[chosen].internal)
		return 0;
	for (; t != chosen; t = (tid)(t + 1 == view->threads ? 0 : t + 1))
		n += enabled(&view->thread[t]) && !view->thread[t].internal;
	return n;
}

static struct choice choose(void *self, const struct view *view)
{
	struct shrink *s = self;
	bool goes_on = view->last != TID_NONE && given_can(view, view->last);
	tid t = goes_on && !s->by_plan ? uncut(s, view) : planned(s, view);
	const struct pending *p = &view->thread[t];
	struct choice c = given_choice(&s->given, p, t);

	if (view->last != TID_NONE && t != view->last && !p->internal) {
		s->now.switches++;
		if (goes_on && is_preempted(&view->thread[view->last]))
			s->made_cut[s->now.preemptions++] = view->step;
	}
	if ((s->phase != AS_GIVEN &&
		    s->now.preemptions > s->best.preemptions) ||
		!given_make(&s->given, c))
		return choice_stop(STOP_BOUND);
	s->now.steps = s->given.made_steps;
	s->now.delays += passed_over(view, t);
	return c;
}

static void end(void *self, const struct outcome *outcome)
{
	struct shrink *s = self;
	bool same = outcome->failure && outcome->failure == s->failure;

	if (s->phase == AS_GIVEN) {
		s->failure = outcome->failure;
		adopt(s);
		enter(s, s->failure ? KEEP_NONE : OVER);
	} else if (same && simpler(&s->now, &s->best)) {
		adopt(s);
		if (s->phase == DROP && s->cuts > 1)
			return; /* what stands at i now is another part */
		enter(s, s->phase == KEEP_NONE || s->phase == PUT_OFF ? s->phase
								      : MOVE);
	} else if (s->phase == KEEP_NONE) {
		enter(s, KEEP_ONE);
	} else if (s->phase == KEEP_TWO) {
		s->j++;
	} else {
		s->i += s->phase == DROP ? s->chunk : 1;
	}
}

static bool shorter(const void *self, struct simplicity *out)
{
	const struct shrink *s = self;

	*out = s->best;
	return s->shorter;
}

const struct strategy strategy_shrink = {
	.name = "shrink",
	.given = true,
	.create = create,
	.begin = begin,
	.choose = choose,
	.end = end,
	.shorter = shorter,
};
