/* SPDX-License-Identifier: MIT */
/* nearest.c - of a schedule that fails, the nearest one that does not
 *
 * Makes executions that differ from the one of a schedule that is given in one
 * change of order, and keeps whichever ends without a failure and is nearest
 * (search_shorter).  Up to one step, `at`, each is the given one; then
 *
 *   early   one thread goes first, until it has made so many steps
 *   late    the thread of that step stays behind, until the other one has
 *
 * and then the rest in the given order, as far as it can be followed.  The two
 * threads are those of two steps on one object, one after the other, of which
 * one changes it; the other one may be what a thread had pending in the end, or
 * all that it had still to do.
 *
 * The nearest one has the longest common beginning, then the fewest pairs of
 * such steps in another order than the given one, then the fewest switches.
 * But before all one in which the thread that fails does not find what another
 * one has changed once more meanwhile: what it found there was wrong to begin
 * with, and is mended only.  Where each one that passes is mended the nearest
 * of these is what there is. The latest steps are tried first: the search is
 * over when nothing that is left can begin so long in the same way.
 *
 * Cost     a step: O(1), where a thread waits that is to go on O(length);
 *          executions: O(length * threads); each that does not fail: O(pairs)
 */
#include "search/strategy/given.h"

enum {
	NONE = GIVEN_NONE,
	PAIRS_MOST = 1 << 18,
	TRIES_MOST = 1 << 15,
	OTHERS_MOST = 8,  /* threads that may go first, at a switch */
	MENDS_MOST = 400, /* executions to find one that is not mended */
	LATEST = 1 << 14, /* steps that are looked at */
	SPAN = 1 << 12	  /* from one of a pair to the other */
};

/* What a step of the given execution began with. */
struct on {
	uint64_t object;
	uint32_t size;
	uint8_t kind;
};

struct pair {
	uint32_t first, second; /* steps of the given execution */
};

struct
try {
	uint32_t at;
	uint32_t upto; /* steps of `who`, all that it has made by then */
	tid who;
	bool late;
};

/* How far an execution is from the given one. */
struct distance {
	bool mended; /* what the failing thread found was changed again first */
	uint32_t common, reversed, switches;
};

struct nearest {
	struct search_config config;
	bool began; /* the given execution was made */
	bool found; /* the last execution is the nearest */
	bool any;

	/* The given execution: [given.steps] */
	struct given given;
	struct on *on;
	bool *told; /* the thread that fails finds there what another one did */
	struct pair *pair;
	uint32_t pairs;
	struct on *left; /* [lefts]: what each thread had still to do; kind
			    OP_none: nothing */
	tid lefts;

	struct try *try;
	uint32_t tries, next, mends; /* since one was found that is mended */
	const struct try *now;	     /* NULL: the given one */
	struct distance best;

	/* The execution in progress. */
	uint32_t switches;
	struct on *made_on; /* [given.made_steps] */
	uint32_t *place;    /* [given.steps]: where it was made; NONE: not */
};

static void *create(const struct search_config *config, struct region *region)
{
	struct nearest *s = region_take(region, sizeof *s);
	size_t n;

	if (!s || !given_new(&s->given, config, region))
		return NULL;
	n = s->given.room;
	s->config = *config;
	s->on = region_take(region, n * sizeof *s->on);
	s->told = region_take(region, n * sizeof *s->told);
	s->pair = region_take(region, PAIRS_MOST * sizeof *s->pair);
	s->try = region_take(region, TRIES_MOST * sizeof *s->try);
	s->left = region_take(region, THREADS_MAX * sizeof *s->left);
	s->made_on = region_take(region, n * sizeof *s->made_on);
	s->place = region_take(region, n * sizeof *s->place);
	return s->place ? s : NULL;
}

/* --- the given execution */

/* Can the order of such operations matter?  That of creating, joining and
 * ending is given, time is everybody's, and who gives back goes by who took. */
static bool has_order(uint8_t kind)
{
	const struct op_info *op = &op_info[kind];

	return op->told != TOLD_thread && op->class != CLASS_time &&
	       op->class != CLASS_unlock;
}

static bool on_one(const struct on *a, const struct on *b)
{
	const struct op_info *x = &op_info[a->kind], *y = &op_info[b->kind];

	return a->object && b->object && has_order(a->kind) &&
	       has_order(b->kind) &&
	       (x->access == ACCESS_W || y->access == ACCESS_W) &&
	       a->object < b->object + (b->size ? b->size : 1) &&
	       b->object < a->object + (a->size ? a->size : 1);
}

static void add_try(
	struct nearest *s, uint32_t at, tid who, uint32_t upto, bool late)
{
	if (s->tries < TRIES_MOST)
		s->try[s->tries++] = (struct try){at, upto, who, late};
}

/* Those of step i: with the next step of each other thread on the same, nearest
 * first. */
static void try_pairs(struct nearest *s, uint32_t i)
{
	tid t = s->given.choice[i].thread;

	for (uint32_t j = i + 1; j < s->given.steps && j - i < SPAN; j++) {
		tid other = s->given.choice[j].thread;
		bool earlier = false;

		if (other == t || !on_one(&s->on[i], &s->on[j]))
			continue;
		if (s->pairs < PAIRS_MOST)
			s->pair[s->pairs++] = (struct pair){i, j};
		for (uint32_t k = s->given.own[j]; k-- > 0 && !earlier;) {
			uint32_t before = given_nth(&s->given, other, k);

			if (before < i)
				break;
			earlier = on_one(&s->on[i], &s->on[before]);
		}
		if (earlier)
			continue;
		add_try(s, i, other, s->given.own[j] + 1, false);
		add_try(s, i, other, s->given.own[j] + 1, true);
	}
}

/* A process that dies does not say what its threads had pending: then it is
 * what they had before the last step. */
static void see_left(struct nearest *s, const struct pending *p, tid threads)
{
	s->lefts = threads;
	for (tid t = 0; t < threads; t++)
		s->left[t] = p[t].live ? (struct on){p[t].object, p[t].size,
						 p[t].kind}
				       : (struct on){0, 0, OP_none};
}

/* With what the others had still to do. */
static void try_left(struct nearest *s, uint32_t i)
{
	for (tid t = 0; t < s->lefts; t++) {
		if (t == s->given.choice[i].thread ||
			s->left[t].kind == OP_none ||
			!on_one(&s->on[i], &s->left[t]))
			continue;
		add_try(s, i, t, given_count(&s->given, t) + 1, false);
		add_try(s, i, t, given_count(&s->given, t) + 1, true);
	}
}

/* Where threads change, each of the next others goes first: with what it does
 * next in one go, and with all that it has to do. */
static void try_switch(struct nearest *s, uint32_t i)
{
	tid seen[OTHERS_MOST], others = 0;

	if (i && s->given.choice[i - 1].thread == s->given.choice[i].thread)
		return;
	if (i)
		add_try(s, i, s->given.choice[i - 1].thread, NONE, false);
	for (uint32_t j = i; j < s->given.steps && others < OTHERS_MOST; j++) {
		tid t = s->given.choice[j].thread, k = 0;

		while (k < others && seen[k] != t)
			k++;
		if (k < others)
			continue;
		seen[others++] = t;
		if (t == s->given.choice[i].thread)
			continue;
		while (j + 1 < s->given.steps &&
			s->given.choice[j + 1].thread == t)
			j++;
		add_try(s, i, t, s->given.own[j] + 1, false);
		add_try(s, i, t, NONE, false);
	}
	for (tid t = 0; t < s->lefts && t < OTHERS_MOST; t++)
		if (s->left[t].kind != OP_none &&
			t != s->given.choice[i].thread)
			add_try(s, i, t, NONE, false);
}

/* Since it made its first step, and it may be the lock of what it found. */
static void see_told(struct nearest *s, tid failing)
{
	for (uint32_t i = 0; i < s->given.steps; i++)
		s->told[i] = false;
	for (uint32_t k = 1; k < given_count(&s->given, failing); k++) {
		uint32_t i = given_nth(&s->given, failing, k);
		uint32_t from = given_nth(&s->given, failing, 0);

		for (uint32_t j = i; j-- > from && i - j < SPAN;)
			s->told[i] |=
				s->given.choice[j].thread != failing &&
				op_info[s->on[j].kind].access == ACCESS_W &&
				on_one(&s->on[j], &s->on[i]);
	}
}

static void plan(struct nearest *s, bool failed)
{
	uint32_t steps;

	given_adopt(&s->given);
	steps = s->given.steps;
	for (uint32_t i = 0; i < steps; i++)
		s->on[i] = s->made_on[i];
	if (failed && steps)
		see_told(s, s->given.choice[steps - 1].thread);
	for (uint32_t i = steps; i-- > 0 && steps - i < LATEST;) {
		try_pairs(s, i);
		try_left(s, i);
		try_switch(s, i);
	}
}

/* --- the strategy */

/* Nothing that is left can be nearer. */
static bool is_enough(struct nearest *s)
{
	if (s->best.mended)
		return s->mends++ == MENDS_MOST;
	return s->try[s->next].at < s->best.common;
}

static struct start begin(void *self, uint64_t index)
{
	struct nearest *s = self;

	s->found = false;
	s->now = NULL;
	if (!s->began)
		given_read(&s->given, &s->config);
	else if (s->next == s->tries || (s->any && is_enough(s)))
		return (struct start){.done = true};
	else
		s->now = &s->try[s->next];
	s->switches = 0;
	given_begin(&s->given);
	for (uint32_t i = 0; i < s->given.steps; i++)
		s->place[i] = NONE;
	return (struct start){0};
}

/* All steps before it were made. */
static bool reached(struct given *g, uint32_t step)
{
	while (g->at < g->steps &&
		g->made_own[g->choice[g->at].thread] > g->own[g->at])
		g->at++;
	return g->at >= step;
}

static tid who(struct nearest *s, const struct view *view)
{
	const struct try *now = s->now;
	struct given *g = &s->given;
	tid t, stays = TID_NONE;

	if (now && reached(g, now->at) && g->made_own[now->who] < now->upto) {
		if (!now->late && given_can(view, now->who))
			return now->who;
		if (now->upto != NONE)
			stays = g->choice[now->at].thread;
	}
	t = given_next(g, view, NULL, stays);
	if (t == TID_NONE && stays != TID_NONE && given_can(view, now->who))
		return now->who;
	if (t == TID_NONE && stays != TID_NONE)
		t = given_next(g, view, NULL, TID_NONE);
	return t == TID_NONE ? first_of(view) : t;
}

static struct choice choose(void *self, const struct view *view)
{
	struct nearest *s = self;
	tid t = who(s, view);
	const struct pending *p = &view->thread[t];
	struct choice c = given_choice(&s->given, p, t);
	uint32_t step = given_nth(&s->given, t, s->given.made_own[t]);
	uint32_t made = s->given.made_steps;

	if (!given_make(&s->given, c))
		return choice_stop(STOP_BOUND);
	if (!s->began)
		see_left(s, view->thread, view->threads);
	if (step != NONE)
		s->place[step] = made;
	s->switches +=
		view->last != TID_NONE && t != view->last && !p->internal;
	s->made_on[made] = (struct on){p->object, p->size, p->kind};
	return c;
}

/* --- how near it is */

/* Steps from the one numbered `from` on that the given execution had not come
 * to, before what they would have been behind.  (Counts made_own down.) */
static uint32_t sooner(struct nearest *s, uint32_t from, bool *mended)
{
	uint32_t n = 0;

	for (uint32_t k = s->given.made_steps; k-- > from;) {
		tid t = s->given.made[k].thread;

		if (--s->given.made_own[t] < given_count(&s->given, t))
			continue;
		for (uint32_t i = from; i < s->given.steps; i++) {
			if (s->given.choice[i].thread == t ||
				s->place[i] == NONE || s->place[i] <= k ||
				!on_one(&s->on[i], &s->made_on[k]))
				continue;
			*mended |= s->told[i];
			n++;
		}
	}
	return n;
}

static struct distance distance(struct nearest *s)
{
	struct distance d = {.switches = s->switches};

	for (uint32_t i = 0; i < s->pairs; i++) {
		uint32_t a = s->place[s->pair[i].first],
			 b = s->place[s->pair[i].second];

		if (a == NONE || b == NONE || b > a)
			continue;
		d.mended |= s->told[s->pair[i].first];
		d.reversed++;
	}
	while (d.common < s->given.steps && d.common < s->given.made_steps &&
		s->given.made[d.common].thread ==
			s->given.choice[d.common].thread)
		d.common++;
	d.reversed += sooner(s, d.common, &d.mended);
	return d;
}

static bool nearer(const struct distance *a, const struct distance *b)
{
	if (a->mended != b->mended)
		return b->mended;
	if (a->common != b->common)
		return a->common > b->common;
	if (a->reversed != b->reversed)
		return a->reversed < b->reversed;
	return a->switches < b->switches;
}

static void end(void *self, const struct outcome *outcome)
{
	struct nearest *s = self;
	struct distance d;

	if (!s->began) {
		s->began = true;
		if (outcome->thread)
			see_left(s, outcome->thread, outcome->threads);
		if (outcome->failure)
			plan(s, outcome->kind == OUTCOME_FAILED);
		return;
	}
	s->next++;
	if (outcome->kind != OUTCOME_ENDED || outcome->failure)
		return;
	d = distance(s);
	if (s->any && !nearer(&d, &s->best))
		return;
	s->best = d;
	s->any = s->found = true;
}

static bool nearest(const void *self, struct simplicity *out)
{
	const struct nearest *s = self;

	*out = (struct simplicity){.preemptions = s->best.reversed,
		.switches = s->switches,
		.steps = s->given.made_steps};
	return s->found;
}

const struct strategy strategy_nearest = {
	.name = "nearest",
	.given = true,
	.create = create,
	.begin = begin,
	.choose = choose,
	.end = end,
	.shorter = nearest,
};
