/* SPDX-License-Identifier: MIT */
#include "linear/witness.h"

#include <stdlib.h>

struct pass {
	const struct linear_part *part;
	struct linear_state state;
	bool *made;
	uint32_t latest; /* call of what was made, + 1 */
};

/* Something that was made before was called only after this had returned? */
static bool comes_too_late(const struct pass *p, const struct linear_op *op)
{
	return p->latest && op->back < p->latest - 1;
}

static bool enter(struct pass *p, uint32_t i)
{
	const struct linear_op *op = &p->part->op[i];

	if (i >= p->part->ops || p->made[i] || op->end == LINEAR_BLOCKED ||
		comes_too_late(p, op))
		return false;
	p->made[i] = true;
	return true;
}

static void called(struct pass *p, const struct linear_op *op)
{
	if (op->call + 1 > p->latest)
		p->latest = op->call + 1;
}

static bool make(struct pass *p, uint32_t i)
{
	const struct linear_op *op = &p->part->op[i];

	if (!enter(p, i) || p->part->spec->step(&p->state, op) != STEP_FITS)
		return false;
	called(p, op);
	return true;
}

static bool make_both(struct pass *p, uint32_t i, uint32_t k)
{
	const struct linear_op *a = &p->part->op[i], *b = &p->part->op[k];

	if (!p->part->pairs || !p->part->spec->pair || !enter(p, i) ||
		!enter(p, k) || linear_before(a, b) || linear_before(b, a) ||
		p->part->spec->pair(&p->state, a, b) != STEP_FITS)
		return false;
	called(p, a);
	called(p, b);
	return true;
}

static bool is_good(struct pass *p, const uint32_t *order, size_t ordered)
{
	for (size_t k = 0; k < ordered; k++) {
		uint32_t i = order[k] & ~LINEAR_WITH_NEXT;

		if (i == order[k]) {
			if (!make(p, i))
				return false;
		} else if (++k == ordered || !make_both(p, i, order[k])) {
			return false;
		}
	}
	for (size_t i = 0; i < p->part->ops; i++) {
		const struct linear_op *op = &p->part->op[i];

		if ((op->end == LINEAR_RETURNED && !p->made[i]) ||
			(op->end == LINEAR_BLOCKED &&
				p->part->spec->step(&p->state, op) !=
					STEP_WAITS))
			return false;
	}
	return true;
}

enum witness_answer linear_witness(
	const struct linear_part *part, const uint32_t *order, size_t ordered)
{
	struct pass p = {part,
		{calloc(STATE_WORDS(part->ops), sizeof *p.state.word), 0},
		calloc(part->ops + 1, sizeof *p.made), 0};
	enum witness_answer answer = WITNESS_MEMORY;

	if (p.state.word && p.made) {
		part->spec->begin(&p.state, part->initial);
		answer = is_good(&p, order, ordered) ? WITNESS_GOOD
						     : WITNESS_BAD;
	}
	free(p.state.word);
	free(p.made);
	return answer;
}
