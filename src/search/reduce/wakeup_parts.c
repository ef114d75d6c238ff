/* SPDX-License-Identifier: MIT */
/* wakeup_parts.c - sequences that belong to another part of the search */
#include <string.h>

#include "search/reduce/wakeup.h"

static bool same(const struct branch *a, const struct branch *b)
{
	return a->thread == b->thread && a->alternative == b->alternative &&
	       a->print == b->print && a->guess == b->guess;
}

void wakeup_note(struct wakeup *w, uint32_t i, const struct advice *sequence,
	uint32_t length)
{
	uint32_t *where = &w->root[i], k = 0;
	struct branch now;

	/* As far as it is there: then something below will not be told. */
	for (unsigned again = 0; again < 2; again++) {
		where = &w->root[i];
		for (k = 0; k < length;) {
			uint32_t b = *where;

			branch_fill(w, &now, &sequence[k]);
			while (b != BRANCH_NONE && !same(&w->branch[b], &now)) {
				where = &w->branch[b].sibling;
				b = *where;
			}
			if (b == BRANCH_NONE)
				break;
			if (again)
				w->branch[b].told = false;
			where = &w->branch[b].child;
			k++;
		}
		if (k == length)
			return;
	}
	w->untold = true;
	for (; k < length; k++) {
		uint32_t b = wakeup_new(w);

		if (b == BRANCH_NONE) {
			w->lost = true;
			return;
		}
		branch_fill(w, &w->branch[b], &sequence[k]);
		*where = b;
		where = &w->branch[b].child;
	}
}

static uint32_t first_untold(const struct wakeup *w, uint32_t b)
{
	while (b != BRANCH_NONE && w->branch[b].told)
		b = w->branch[b].sibling;
	return b;
}

uint32_t wakeup_untold(struct wakeup *w, uint32_t nodes, uint32_t *node,
	uint32_t *path, uint32_t most)
{
	*node = 0;
	while (w->untold && *node < nodes) {
		uint32_t b = first_untold(w, w->root[*node]), length = 0;

		*node += b == BRANCH_NONE;
		while (b != BRANCH_NONE && length < most) {
			uint32_t child = w->branch[b].child;

			path[length++] = b;
			if (child == BRANCH_NONE)
				return length;
			child = first_untold(w, child);
			w->branch[b].told = child == BRANCH_NONE;
			b = child;
		}
	}
	w->untold = false;
	return 0;
}

void wakeup_forget(struct wakeup *w, uint32_t nodes)
{
	if (w->untold || w->used <= w->max / 2)
		return;
	for (uint32_t i = 0; i < nodes; i++) {
		wakeup_free(w, w->root[i]);
		w->root[i] = BRANCH_NONE;
	}
}

bool wakeup_fits(
	const struct wakeup *w, uint32_t nodes, const struct wakeup *part)
{
	return w->fresh <= part->max && nodes + 1 < part->nodes_max &&
	       w->prints.fresh <= part->prints.max;
}

void wakeup_give(
	struct wakeup *w, uint32_t i, uint32_t nodes, struct wakeup *part)
{
	memcpy(part->branch, w->branch, w->fresh * sizeof *w->branch);
	memcpy(part->root, w->root, (nodes + 1) * sizeof *w->root);
	part->lost = !interned_copy(&part->prints, &w->prints);
	part->free = w->free;
	part->fresh = w->fresh;
	part->used = w->used;
	part->lost |= w->lost;
	for (uint32_t k = 0; k <= nodes; k++) {
		struct wakeup *loser = k <= i ? part : w;

		wakeup_free(loser, loser->root[k]);
		loser->root[k] = BRANCH_NONE;
	}
}
