/* SPDX-License-Identifier: MIT */
#include "search/strategy/priorities.h"
#include "search/depend.h"

void priorities_begin(struct priorities *p)
{
	p->known = 0;
}

/* Do two pending operations race? */
static bool races(const struct pending *a, const struct pending *b)
{
	bool same = a->size && b->size ? a->object < b->object + b->size &&
						 b->object < a->object + a->size
				       : a->object == b->object;

	return a->object && same && !kinds_commute(a->kind, b->kind) &&
	       (kind_changes(a->kind, false) || kind_changes(b->kind, false));
}

static tid highest(struct priorities *p, struct rng *rng,
	const struct view *view, const bool *waits)
{
	tid best = TID_NONE;

	for (tid t = 0; t < view->threads; t++) {
		if (!enabled(&view->thread[t]) || (waits && waits[t]))
			continue;
		if (!p->of[t])
			p->of[t] = rng_next(rng) | 1;
		if (best == TID_NONE || p->of[t] > p->of[best])
			best = t;
	}
	return best;
}

tid priorities_highest(struct priorities *p, struct rng *rng,
	const struct view *view, const bool *waits)
{
	tid best;

	while (p->known < view->threads)
		p->of[p->known++] = 0;
	best = highest(p, rng, view, waits);
	return best == TID_NONE ? highest(p, rng, view, NULL) : best;
}

void priorities_made(struct priorities *p, const struct view *view, tid made)
{
	for (tid t = 0; t < view->threads; t++)
		if (t == made || races(&view->thread[t], &view->thread[made]))
			p->of[t] = 0;
}
