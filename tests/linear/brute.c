/* SPDX-License-Identifier: MIT */
#include "brute.h"

#include <stdlib.h>
#include <string.h>

enum {
	STATES = 2 * 8, /* objects, and keys of each */
	WORDS = STATE_WORDS(BRUTE_OPS),
};

struct world {
	value word[STATES][WORDS];
	size_t words[STATES];
};

struct brute {
	const struct linear_history *h;
	enum linear_condition condition;
	unsigned before[BRUTE_OPS]; /* bits: who has to come before */
};

static bool open_behind(const struct linear_op *op, uint32_t rank)
{
	return op->call <= rank && rank < op->back;
}

/* Was there a moment between a and b in which nothing of the object was? */
static bool quiet_between(const struct linear_history *h,
	const struct linear_op *a, const struct linear_op *b)
{
	if (a->object != b->object || !linear_before(a, b))
		return false;
	for (uint32_t rank = a->back; rank < b->call; rank++) {
		bool open = false;

		for (size_t i = 0; i < h->ops; i++)
			open |= h->op[i].object == a->object &&
				open_behind(&h->op[i], rank);
		if (!open)
			return true;
	}
	return false;
}

static bool precedes(const struct brute *b, const struct linear_op *x,
	const struct linear_op *y)
{
	switch (b->condition) {
	case LINEAR_SEQUENTIAL:
		return x->thread == y->thread && x->call < y->call;
	case LINEAR_QUIESCENT:
		return quiet_between(b->h, x, y);
	default:
		return linear_before(x, y);
	}
}

static unsigned state_at(
	const struct linear_history *h, const struct linear_op *op)
{
	bool by_key = h->object[op->object].spec->by_key;

	return op->object * 8 + (by_key ? (unsigned)op->argument[0] & 7 : 0);
}

static enum linear_step step(
	const struct linear_history *h, struct world *w, unsigned i)
{
	const struct linear_op *op = &h->op[i];
	unsigned at = state_at(h, op);
	struct linear_state s = {w->word[at], w->words[at]};
	enum linear_step answer = h->object[op->object].spec->step(&s, op);

	w->words[at] = s.words;
	return answer;
}

static enum linear_step pair(
	const struct linear_history *h, struct world *w, unsigned i, unsigned k)
{
	const struct linear_spec *spec = h->object[h->op[i].object].spec;
	unsigned at = state_at(h, &h->op[i]);
	struct linear_state s = {w->word[at], w->words[at]};
	enum linear_step answer;

	if (!spec->pair || h->op[i].object != h->op[k].object)
		return STEP_UNFIT;
	answer = spec->pair(&s, &h->op[i], &h->op[k]);
	w->words[at] = s.words;
	return answer;
}

static void begin(const struct linear_history *h, struct world *w)
{
	for (unsigned i = 0; i < STATES; i++) {
		struct linear_state s = {w->word[i], 0};

		w->words[i] = 0;
		if (i / 8 < h->objects)
			h->object[i / 8].spec->begin(
				&s, h->object[i / 8].initial);
		w->words[i] = s.words;
	}
}

static bool blocked_wait(const struct linear_history *h, const struct world *w)
{
	for (unsigned i = 0; i < h->ops; i++) {
		struct world copy = *w;

		if (h->op[i].end == LINEAR_BLOCKED &&
			step(h, &copy, i) != STEP_WAITS)
			return false;
	}
	return true;
}

/* `made` and `left` (out): bits. */
static bool explains(const struct brute *b, const struct world *w,
	unsigned made, unsigned left)
{
	const struct linear_history *h = b->h;
	unsigned all = (1u << h->ops) - 1, must = 0;

	for (unsigned i = 0; i < h->ops; i++)
		must |= (unsigned)(h->op[i].end == LINEAR_RETURNED) << i;
	if ((made & must) == must && blocked_wait(h, w))
		return true;
	for (unsigned i = 0; i < h->ops; i++) {
		struct world next = *w;
		unsigned bit = 1u << i;

		if ((made | left) & bit || h->op[i].end == LINEAR_BLOCKED ||
			b->before[i] & all & ~(made | left))
			continue;
		if (step(h, &next, i) == STEP_FITS &&
			explains(b, &next, made | bit, left))
			return true;
		if (h->op[i].end == LINEAR_PENDING &&
			explains(b, w, made, left | bit))
			return true;
		for (unsigned k = i + 1;
			b->condition == LINEAR_SET && k < h->ops; k++) {
			unsigned other = 1u << k;

			next = *w;
			if (!((made | left) & other) &&
				h->op[k].end != LINEAR_BLOCKED &&
				!(b->before[k] & all & ~(made | left)) &&
				pair(h, &next, i, k) == STEP_FITS &&
				explains(b, &next, made | bit | other, left))
				return true;
		}
	}
	return false;
}

static void make_before(struct brute *b)
{
	for (unsigned i = 0; i < b->h->ops; i++)
		for (unsigned k = 0; k < b->h->ops; k++)
			if (precedes(b, &b->h->op[k], &b->h->op[i]))
				b->before[i] |= 1u << k;
}

bool brute_explains(
	const struct linear_history *h, enum linear_condition condition)
{
	struct brute b = {.h = h, .condition = condition};
	struct world w;

	if (h->ops > BRUTE_OPS)
		abort();
	make_before(&b);
	begin(h, &w);
	return explains(&b, &w, 0, 0);
}

bool brute_accepts(const struct linear_history *h,
	enum linear_condition condition, const uint32_t *order, size_t ordered)
{
	struct brute b = {.h = h, .condition = condition};
	struct world w;
	unsigned made = 0;

	make_before(&b);
	begin(h, &w);
	for (size_t k = 0; k < ordered; k++) {
		unsigned i = order[k] & ~LINEAR_WITH_NEXT, bits = 1u << i;
		unsigned other = i;

		if (order[k] & LINEAR_WITH_NEXT)
			other = order[++k];
		bits |= 1u << other;
		/* Nothing that has been made has to come behind it. */
		for (unsigned x = 0; x < h->ops; x++)
			if (made >> x & 1 && (b.before[x] & bits))
				return false;
		if (made & bits || h->op[i].end == LINEAR_BLOCKED ||
			(b.before[i] | b.before[other]) & bits)
			return false;
		if (other == i ? step(h, &w, i) != STEP_FITS
			       : condition != LINEAR_SET ||
					 pair(h, &w, i, other) != STEP_FITS)
			return false;
		made |= bits;
	}
	for (unsigned i = 0; i < h->ops; i++)
		if (h->op[i].end == LINEAR_RETURNED && !(made >> i & 1))
			return false;
	return blocked_wait(h, &w);
}
