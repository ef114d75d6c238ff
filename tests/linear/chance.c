/* SPDX-License-Identifier: MIT */
#include "chance.h"

#include <stdlib.h>

enum {
	KEYS = 3,
	KEYS_MAX = 4096,
	THREADS = 64,
	SMALL = 3, /* values, where some may come twice */
};

enum phase {
	IDLE,
	CALLED,
	DONE,
};

struct world {
	const struct chance *c;
	struct linear_history *h;
	struct rng *rng;
	struct linear_state state[2][KEYS_MAX];
	unsigned keys;
	enum phase phase[THREADS];
	uint32_t op[THREADS];
	uint32_t rank;
	value next;
};

static value number(struct world *w)
{
	return w->c->distinct ? w->next++ : (value)rng_below(w->rng, SMALL);
}

/* Of a map the key is one of a few; of a set the value is. */
static void arguments(struct world *w, struct linear_op *op)
{
	const struct linear_spec *spec = w->h->object[op->object].spec;

	for (unsigned i = 0; i < LINEAR_ARGUMENTS; i++) {
		op->argument[i] = VALUE_NONE;
		if (i < spec->names[op->name].arguments)
			op->argument[i] = !i && spec->by_key
						  ? rng_below(w->rng, w->keys)
						  : number(w);
	}
	if (spec->names[op->name].arguments == 2 && !spec->by_key)
		op->argument[0] = (value)rng_below(
			w->rng, w->c->distinct ? (uint32_t)w->next : SMALL);
}

static struct linear_state *state_of(
	struct world *w, const struct linear_op *op)
{
	const struct linear_spec *spec = w->h->object[op->object].spec;

	return &w->state[op->object][spec->by_key ? op->argument[0] : 0];
}

static void call(struct world *w, unsigned t)
{
	struct linear_op *op = &w->h->op[w->h->ops];
	const struct linear_spec *spec;
	unsigned names = 0;

	*op = (struct linear_op){.thread = t,
		.object = rng_below(w->rng, w->c->objects),
		.end = LINEAR_PENDING,
		.call = w->rank++,
		.back = RANK_NEVER,
		.id = (uint32_t)w->h->ops,
		.result = VALUE_NONE};
	spec = w->h->object[op->object].spec;
	while (spec->names[names].name)
		names++;
	if (w->c->names && w->c->names < names)
		names = w->c->names;
	op->name = rng_below(w->rng, names);
	arguments(w, op);
	w->op[t] = (uint32_t)w->h->ops++;
	w->phase[t] = CALLED;
}

/* The one result that fits. */
static bool effect(struct world *w, struct linear_op *op)
{
	const struct linear_spec *spec = w->h->object[op->object].spec;
	struct linear_state *s = state_of(w, op);
	value others[] = {VALUE_NONE, VALUE_NO, VALUE_YES, VALUE_EMPTY,
		s->words ? s->word[0] : 0,
		s->words ? s->word[s->words - 1] : 0};
	enum linear_result_kind kind = spec->names[op->name].result;

	for (size_t i = kind != RESULT_NOTHING;
		i < sizeof others / sizeof others[0]; i++) {
		op->end = LINEAR_RETURNED;
		op->result = others[i];
		if (spec->step(s, op) == STEP_FITS)
			return true;
		op->end = LINEAR_PENDING;
		op->result = VALUE_NONE;
	}
	return false;
}

/* Two that are called and meet. */
static bool meet(struct world *w, unsigned t)
{
	struct linear_op *a = &w->h->op[w->op[t]];
	unsigned other = rng_below(w->rng, w->c->threads);
	struct linear_op *b = &w->h->op[w->op[other]];

	if (!w->h->object[a->object].spec->pair || other == t ||
		w->phase[other] != CALLED || a->object != b->object)
		return false;
	a->end = b->end = LINEAR_RETURNED;
	a->result = b->argument[0];
	b->result = a->argument[0];
	w->phase[other] = DONE;
	return true;
}

static void act(struct world *w, unsigned t)
{
	struct linear_op *op = &w->h->op[w->op[t]];

	switch (w->phase[t]) {
	case IDLE:
		if (w->h->ops < w->c->ops)
			call(w, t);
		break;
	case CALLED:
		if (meet(w, t) || effect(w, op))
			w->phase[t] = DONE;
		break;
	case DONE:
		op->back = w->rank++;
		w->phase[t] = IDLE;
		break;
	}
}

/* Who waits is blocked; who had its effect may not have returned. */
static void finish(struct world *w, unsigned t)
{
	struct linear_op *op = &w->h->op[w->op[t]];
	const struct linear_spec *spec;

	if (w->phase[t] == IDLE)
		return;
	spec = w->h->object[op->object].spec;
	if (w->phase[t] == DONE &&
		!(w->c->unfinished && rng_below(w->rng, 2))) {
		op->back = w->rank++;
		return;
	}
	op->end = LINEAR_PENDING;
	op->result = VALUE_NONE;
	if (w->phase[t] == CALLED && rng_below(w->rng, 2) &&
		spec->step(state_of(w, op), op) == STEP_WAITS)
		op->end = LINEAR_BLOCKED;
}

void chance_history(
	struct linear_history *h, const struct chance *c, struct rng *rng)
{
	struct world w = {.c = c,
		.h = h,
		.rng = rng,
		.keys = c->keys ? c->keys : KEYS,
		.next = 1};
	struct linear_object *object = (struct linear_object *)h->object;

	h->ops = 0;
	h->objects = c->objects;
	for (unsigned i = 0; i < c->objects; i++) {
		object[i] = (struct linear_object){c->spec[i], VALUE_NONE};
		for (unsigned k = 0; k < w.keys; k++) {
			w.state[i][k].word = calloc(
				STATE_WORDS(c->spec[i]->by_key ? 0 : c->ops),
				sizeof *w.state[i][k].word);
			if (!w.state[i][k].word)
				abort();
			c->spec[i]->begin(&w.state[i][k], VALUE_NONE);
		}
	}
	for (unsigned turn = 0; turn < 40 * c->ops + 20; turn++) {
		unsigned t = rng_below(rng, c->threads);

		if (w.phase[t] != IDLE || h->ops < c->ops)
			act(&w, t);
		/* Enough, while some are under way. */
		if (c->unfinished && h->ops == c->ops && !rng_below(rng, 8))
			break;
	}
	for (unsigned t = 0; t < c->threads; t++)
		finish(&w, t);
	for (unsigned i = 0; i < c->objects; i++)
		for (unsigned k = 0; k < w.keys; k++)
			free(w.state[i][k].word);
}

static void change_result(struct linear_history *h, struct rng *rng)
{
	struct linear_op *op = &h->op[rng_below(rng, (uint32_t)h->ops)];
	const struct linear_op *other =
		&h->op[rng_below(rng, (uint32_t)h->ops)];

	if (op->end != LINEAR_RETURNED)
		return;
	switch (h->object[op->object].spec->names[op->name].result) {
	case RESULT_NOTHING:
		return;
	case RESULT_TRUTH:
		op->result = op->result == VALUE_YES ? VALUE_NO : VALUE_YES;
		return;
	case RESULT_OR_EMPTY:
		if (!rng_below(rng, 3)) {
			op->result = VALUE_EMPTY;
			return;
		}
		/* fall through */
	default:
		op->result = other->argument[0] != VALUE_NONE &&
					     other->argument[0] >= VALUE_LEAST
				     ? other->argument[0]
				     : (value)rng_below(rng, SMALL + 1);
	}
}

static uint32_t *event_at(struct linear_history *h, uint32_t rank, uint32_t *op)
{
	for (*op = 0; *op < h->ops; ++*op) {
		if (h->op[*op].call == rank)
			return &h->op[*op].call;
		if (h->op[*op].back == rank)
			return &h->op[*op].back;
	}
	return NULL;
}

/* A thread stays one after the other. */
static void change_order(struct linear_history *h, struct rng *rng)
{
	uint32_t rank = rng_below(rng, (uint32_t)(2 * h->ops)), a, b, was;
	uint32_t *x = event_at(h, rank, &a), *y = event_at(h, rank + 1, &b);

	if (!x || !y || h->op[a].thread == h->op[b].thread)
		return;
	was = *x;
	*x = *y;
	*y = was;
}

static void change_end(struct linear_history *h, struct rng *rng)
{
	struct linear_op *op = &h->op[rng_below(rng, (uint32_t)h->ops)];

	if (op->end == LINEAR_RETURNED || rng_below(rng, 2))
		return;
	op->end = op->end == LINEAR_PENDING ? LINEAR_BLOCKED : LINEAR_PENDING;
}

void chance_change(struct linear_history *h, struct rng *rng)
{
	switch (rng_below(rng, 4)) {
	case 0:
	case 1:
		change_result(h, rng);
		return;
	case 2:
		for (uint32_t n = rng_below(rng, 6); n; n--)
			change_order(h, rng);
		return;
	default:
		change_end(h, rng);
	}
}
