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
 * The latest steps are tried first: the search is over when nothing that is
 * left can begin so long in the same way.
 *
 * Cost     a step: O(1), where a thread waits that is to go on O(length);
 *          executions: O(length * threads); each that does not fail: O(pairs)
 */
#include "search/strategy.h"

enum {
	NONE = UINT32_MAX,
	PAIRS_MOST = 1 << 18,
	TRIES_MOST = 1 << 15,
	OTHERS_MOST = 8,  /* threads that may go first, at a switch */
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
	uint32_t common, reversed, switches;
};

struct nearest {
	struct search_config config;
	uint32_t room; /* steps that fit */
	bool given;    /* the given execution was made, and failed */
	bool found;    /* the last execution is the nearest */
	bool any;

	/* The given execution: [steps] */
	uint32_t steps;
	struct choice *choice;
	struct on *on;
	uint32_t *own;	 /* which of its thread's steps it is */
	uint32_t *nth;	 /* first[t] + n: step n of thread t */
	uint32_t *first; /* [THREADS_MAX + 1] */
	struct pair *pair;
	uint32_t pairs;
	struct on *left; /* [lefts]: what each thread had still to do; kind
			    OP_none: nothing */
	tid lefts;

	struct try *try;
	uint32_t tries, next;
	const struct try *now; /* NULL: the given one */
	struct distance best;

	/* The execution in progress. */
	uint32_t at, made_steps, switches;
	uint32_t *made_own; /* [THREADS_MAX] */
	struct choice *made;
	struct on *made_on;
	uint32_t *place; /* [steps]: where it was made; NONE: not */
};

static void *create(const struct search_config *config, struct region *region)
{
	struct nearest *s = region_take(region, sizeof *s);
	size_t n = (config->replay ? config->replay_length : 0) * 2 + 4096;

	if (!s)
		return NULL;
	s->config = *config;
	s->room = (uint32_t)n;
	s->choice = region_take(region, n * sizeof *s->choice);
	s->on = region_take(region, n * sizeof *s->on);
	s->own = region_take(region, n * sizeof *s->own);
	s->nth = region_take(region, n * sizeof *s->nth);
	s->first = region_take(region, (THREADS_MAX + 1) * sizeof *s->first);
	s->pair = region_take(region, PAIRS_MOST * sizeof *s->pair);
	s->try = region_take(region, TRIES_MOST * sizeof *s->try);
	s->left = region_take(region, THREADS_MAX * sizeof *s->left);
	s->made_own = region_take(region, THREADS_MAX * sizeof *s->made_own);
	s->made = region_take(region, n * sizeof *s->made);
	s->made_on = region_take(region, n * sizeof *s->made_on);
	s->place = region_take(region, n * sizeof *s->place);
	return s->place ? s : NULL;
}

/* --- the given execution */

static void number(struct nearest *s)
{
	uint32_t *first = s->first;

	for (uint32_t t = 0; t <= THREADS_MAX; t++)
		first[t] = 0;
	for (uint32_t i = 0; i < s->steps; i++)
		s->own[i] = first[s->choice[i].thread + 1]++;
	for (uint32_t t = 0; t < THREADS_MAX; t++)
		first[t + 1] += first[t];
	for (uint32_t i = 0; i < s->steps; i++)
		s->nth[first[s->choice[i].thread] + s->own[i]] = i;
}

static uint32_t count(const struct nearest *s, tid t)
{
	return s->first[t + 1] - s->first[t];
}

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
	tid t = s->choice[i].thread;

	for (uint32_t j = i + 1; j < s->steps && j - i < SPAN; j++) {
		tid other = s->choice[j].thread;
		bool earlier = false;

		if (other == t || !on_one(&s->on[i], &s->on[j]))
			continue;
		if (s->pairs < PAIRS_MOST)
			s->pair[s->pairs++] = (struct pair){i, j};
		for (uint32_t k = s->own[j]; k-- > 0 && !earlier;) {
			uint32_t before = s->nth[s->first[other] + k];

			if (before < i)
				break;
			earlier = on_one(&s->on[i], &s->on[before]);
		}
		if (earlier)
			continue;
		add_try(s, i, other, s->own[j] + 1, false);
		add_try(s, i, other, s->own[j] + 1, true);
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
		if (t == s->choice[i].thread || s->left[t].kind == OP_none ||
			!on_one(&s->on[i], &s->left[t]))
			continue;
		add_try(s, i, t, count(s, t) + 1, false);
		add_try(s, i, t, count(s, t) + 1, true);
	}
}

/* Where threads change, each of the next others goes first: with what it does
 * next in one go, and with all that it has to do. */
static void try_switch(struct nearest *s, uint32_t i)
{
	tid seen[OTHERS_MOST], others = 0;

	if (i && s->choice[i - 1].thread == s->choice[i].thread)
		return;
	if (i)
		add_try(s, i, s->choice[i - 1].thread, NONE, false);
	for (uint32_t j = i; j < s->steps && others < OTHERS_MOST; j++) {
		tid t = s->choice[j].thread, k = 0;

		while (k < others && seen[k] != t)
			k++;
		if (k < others)
			continue;
		seen[others++] = t;
		if (t == s->choice[i].thread)
			continue;
		while (j + 1 < s->steps && s->choice[j + 1].thread == t)
			j++;
		add_try(s, i, t, s->own[j] + 1, false);
		add_try(s, i, t, NONE, false);
	}
	for (tid t = 0; t < s->lefts && t < OTHERS_MOST; t++)
		if (s->left[t].kind != OP_none && t != s->choice[i].thread)
			add_try(s, i, t, NONE, false);
}

static void plan(struct nearest *s)
{
	s->steps = s->made_steps;
	for (uint32_t i = 0; i < s->steps; i++) {
		s->choice[i] = s->made[i];
		s->on[i] = s->made_on[i];
	}
	number(s);
	for (uint32_t i = s->steps; i-- > 0 && s->steps - i < LATEST;) {
		try_pairs(s, i);
		try_left(s, i);
		try_switch(s, i);
	}
}

/* --- the strategy */

static struct start begin(void *self, uint64_t index)
{
	struct nearest *s = self;

	s->found = false;
	s->now = NULL;
	if (!s->given) {
		s->steps = (uint32_t)s->config.replay_length;
		for (uint32_t i = 0; i < s->steps; i++)
			s->choice[i] = s->config.replay[i];
		number(s);
	} else if (s->next == s->tries ||
		   (s->any && s->try[s->next].at < s->best.common)) {
		return (struct start){.done = true};
	} else {
		s->now = &s->try[s->next];
	}
	s->at = s->made_steps = s->switches = 0;
	for (uint32_t t = 0; t < THREADS_MAX; t++)
		s->made_own[t] = 0;
	for (uint32_t i = 0; i < s->steps; i++)
		s->place[i] = NONE;
	return (struct start){0};
}

static bool can(const struct view *view, tid t)
{
	return t < view->threads && enabled(&view->thread[t]);
}

/* The next in the given order that can; `but` (TID_NONE: nobody) does not. */
static tid next_given(struct nearest *s, const struct view *view, tid but)
{
	for (uint32_t i = s->at; i < s->steps; i++) {
		tid t = s->choice[i].thread;

		if (s->made_own[t] > s->own[i])
			s->at += i == s->at;
		else if (t != but && can(view, t))
			return t;
	}
	return TID_NONE;
}

/* All steps before it were made. */
static bool reached(struct nearest *s, uint32_t step)
{
	while (s->at < s->steps &&
		s->made_own[s->choice[s->at].thread] > s->own[s->at])
		s->at++;
	return s->at >= step;
}

static tid who(struct nearest *s, const struct view *view)
{
	const struct try *now = s->now;
	tid t, stays = TID_NONE;

	if (now && reached(s, now->at) && s->made_own[now->who] < now->upto) {
		if (!now->late && can(view, now->who))
			return now->who;
		if (now->upto != NONE)
			stays = s->choice[now->at].thread;
	}
	t = next_given(s, view, stays);
	if (t == TID_NONE && stays != TID_NONE && can(view, now->who))
		return now->who;
	if (t == TID_NONE && stays != TID_NONE)
		t = next_given(s, view, TID_NONE);
	return t == TID_NONE ? first_of(view) : t;
}

static uint32_t alternative(
	const struct nearest *s, const struct pending *p, tid t)
{
	uint32_t n = s->made_own[t], wanted;

	if (n >= count(s, t))
		return offered(p, 0);
	wanted = s->choice[s->nth[s->first[t] + n]].alternative;
	for (uint32_t i = 0; i < p->offers; i++)
		if (offered(p, i) == wanted)
			return wanted;
	return offered(p, 0);
}

static struct choice choose(void *self, const struct view *view)
{
	struct nearest *s = self;
	tid t = who(s, view);
	const struct pending *p = &view->thread[t];
	struct choice c = {t, 0, 0, alternative(s, p, t)};
	uint32_t n = s->made_own[t];

	if (s->made_steps + 1 >= s->room)
		return choice_stop(STOP_BOUND);
	if (!s->given)
		see_left(s, view->thread, view->threads);
	if (n < count(s, t))
		s->place[s->nth[s->first[t] + n]] = s->made_steps;
	s->switches +=
		view->last != TID_NONE && t != view->last && !p->internal;
	s->made_on[s->made_steps] = (struct on){p->object, p->size, p->kind};
	s->made[s->made_steps++] = c;
	s->made_own[t]++;
	return c;
}

/* --- how near it is */

/* Steps from the one numbered `from` on that the given execution had not come
 * to, before what they would have been behind.  (Counts made_own down.) */
static uint32_t sooner(struct nearest *s, uint32_t from)
{
	uint32_t n = 0;

	for (uint32_t k = s->made_steps; k-- > from;) {
		tid t = s->made[k].thread;

		if (--s->made_own[t] < count(s, t))
			continue;
		for (uint32_t i = from; i < s->steps; i++)
			n += s->choice[i].thread != t && s->place[i] != NONE &&
			     s->place[i] > k &&
			     on_one(&s->on[i], &s->made_on[k]);
	}
	return n;
}

static struct distance distance(struct nearest *s)
{
	struct distance d = {.switches = s->switches};

	for (uint32_t i = 0; i < s->pairs; i++) {
		uint32_t a = s->place[s->pair[i].first],
			 b = s->place[s->pair[i].second];

		d.reversed += a != NONE && b != NONE && b < a;
	}
	while (d.common < s->steps && d.common < s->made_steps &&
		s->made[d.common].thread == s->choice[d.common].thread)
		d.common++;
	d.reversed += sooner(s, d.common);
	return d;
}

static bool nearer(const struct distance *a, const struct distance *b)
{
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

	if (!s->given) {
		s->given = true;
		if (outcome->thread)
			see_left(s, outcome->thread, outcome->threads);
		if (outcome->failure)
			plan(s);
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

	*out = (struct simplicity){
		s->best.reversed, s->switches, s->made_steps};
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
