/* SPDX-License-Identifier: MIT */
#include "search/reduce/wakeup.h"

#include <string.h>

enum {
	LINE = 64 /* bytes, of a cache */
};

void wakeup_init(struct wakeup *w, void *memory, size_t bytes)
{
	size_t roots = bytes / 16 & ~(size_t)7;
	size_t aside = -((uintptr_t)memory + roots) & (LINE - 1);

	w->root = memory;
	w->nodes_max = (uint32_t)(roots / 2 / sizeof *w->root);
	w->taken = w->root + w->nodes_max;
	w->branch = (void *)((char *)memory + roots + aside);
	w->max = (uint32_t)((bytes - roots - aside) / sizeof *w->branch);
	w->free = BRANCH_NONE;
	w->fresh = w->used = 0;
	w->lost = w->untold = false;
}

uint32_t wakeup_new(struct wakeup *w)
{
	uint32_t b = w->free;

	if (b != BRANCH_NONE)
		w->free = w->branch[b].sibling;
	else if (w->fresh < w->max)
		b = w->fresh++;
	w->used += b != BRANCH_NONE;
	return b;
}

/* A tree of any depth, without recursion: children go before their parent's
 * siblings. */
void wakeup_free(struct wakeup *w, uint32_t b)
{
	while (b != BRANCH_NONE) {
		struct branch *branch = &w->branch[b];
		uint32_t next = branch->sibling, child = branch->child;

		branch->sibling = w->free;
		w->free = b;
		w->used--;
		if (child != BRANCH_NONE) {
			uint32_t last = child;

			while (w->branch[last].sibling != BRANCH_NONE)
				last = w->branch[last].sibling;
			w->branch[last].sibling = next;
			next = child;
		}
		b = next;
	}
}

struct advice branch_advice(const struct branch *b)
{
	return (struct advice){b->unknown ? NULL : &b->footprint,
		b->alternative, b->thread, b->guess,
		b->unknown || !b->footprint.limited
			? 0
			: footprint_limited(&b->footprint)->room};
}

static bool commute(const struct footprint *a, const struct footprint *b)
{
	return a && b && (footprints_apart(a, b) || !transitions_depend(a, b));
}

/* Is there room for it and for all of these? */
static bool has_room(const struct footprint *f, const struct advice *sequence,
	uint32_t length)
{
	uint32_t room = footprint_limited(f)->room;

	for (uint32_t k = 0; k < length && room; k++)
		room -= footprints_crowd(f, sequence[k].footprint);
	return room > 0;
}

bool advice_begins(const struct advice *option, const struct advice *sequence,
	uint32_t length, uint32_t *at)
{
	const struct footprint *f = option->footprint;
	const struct advice *same = sequence;

	while (same < sequence + length && same->thread != option->thread)
		same++;
	*at = (uint32_t)(same - sequence);
	if (*at < length) {
		if (same->alternative != option->alternative &&
			same->alternative != ANY_ALTERNATIVE)
			return false;
		if (option->guess && !same->guess)
			f = same->footprint;
	}
	/* What comes last is what a race is about: more often that depends. */
	while (same-- > sequence)
		if (!commute(same->footprint, f))
			return false;
	return !f || !f->limited || f != option->footprint ||
	       has_room(f, sequence, *at);
}

/* The option, which begins the sequence, comes first: what was before it moves
 * up, and finds less room. */
static void take_out(const struct advice *option, struct advice **sequence,
	uint32_t *length, uint32_t at)
{
	const struct footprint *f = option->footprint;

	for (uint32_t k = 0; f && f->limited && k < at; k++)
		if ((*sequence)[k].room &&
			footprints_crowd(f, (*sequence)[k].footprint))
			(*sequence)[k].room--;
	if (at >= *length)
		return;
	if (at)
		memmove(*sequence + 1, *sequence, at * sizeof **sequence);
	++*sequence;
	--*length;
}

void branch_fill(struct branch *b, const struct advice *a)
{
	const struct footprint *f = a->footprint;
	size_t n = f ? f->reads + f->writes + f->objects : 0;

	b->thread = a->thread;
	b->alternative = a->alternative;
	b->child = b->sibling = BRANCH_NONE;
	b->told = false;
	b->unknown = !f || n > BRANCH_ACCESSES;
	b->guess = a->guess || b->unknown;
	if (b->unknown)
		return;
	b->footprint = *f;
	b->footprint.access = b->access;
	memcpy(b->access, f->access, n * sizeof *f->access);
	for (size_t k = 0; a->room && k < n; k++)
		if (b->access[k].room)
			b->access[k].room = a->room;
}

/* A chain below *where. */
static void append(struct wakeup *w, uint32_t *where,
	const struct advice *sequence, uint32_t length)
{
	for (uint32_t k = 0; k < length; k++) {
		uint32_t b = wakeup_new(w);

		if (b == BRANCH_NONE) {
			w->lost = true;
			return;
		}
		branch_fill(&w->branch[b], &sequence[k]);
		*where = b;
		where = &w->branch[b].child;
	}
}

void wakeup_insert(
	struct wakeup *w, uint32_t i, struct advice *sequence, uint32_t length)
{
	uint32_t *where = &w->root[i], at;

	while (length && *where != BRANCH_NONE) {
		struct branch *b = &w->branch[*where];
		struct advice option = branch_advice(b);

		if (!advice_begins(&option, sequence, length, &at)) {
			where = &b->sibling;
			continue;
		}
		take_out(&option, &sequence, &length, at);
		where = &b->child;
	}
	append(w, where, sequence, length);
}

bool wakeup_take(struct wakeup *w, uint32_t i, struct advice *out)
{
	uint32_t b = w->root[i];

	w->taken[i] = b;
	if (b == BRANCH_NONE)
		return false;
	w->root[i] = w->branch[b].sibling;
	w->root[i + 1] = w->branch[b].child;
	w->branch[b].sibling = w->branch[b].child = BRANCH_NONE;
	*out = branch_advice(&w->branch[b]);
	return true;
}

/* Takes the first path from *where to a leaf into the sequence; what it alone
 * went through is cut off.  Its branches stay readable until the next
 * insertion. 0: it does not fit. */
static uint32_t cut_path(struct wakeup *w, uint32_t *where,
	struct advice *sequence, uint32_t most)
{
	uint32_t length = 0, *cut = where, b;

	for (b = *where; b != BRANCH_NONE; b = w->branch[b].child) {
		if (length == most)
			return 0;
		sequence[length++] = branch_advice(&w->branch[b]);
		/* Others begin like this, up to here. */
		if (w->branch[b].child != BRANCH_NONE &&
			w->branch[w->branch[b].child].sibling != BRANCH_NONE)
			cut = &w->branch[b].child;
	}
	b = *cut;
	*cut = w->branch[b].sibling;
	w->branch[b].sibling = BRANCH_NONE;
	w->cut = b;
	return length;
}

void wakeup_settle(struct wakeup *w, uint32_t i, const struct advice *made,
	struct advice *scratch, uint32_t most)
{
	uint32_t old = w->root[i], at;

	/* Path by path into a new tree, or below what was made. */
	w->root[i] = BRANCH_NONE;
	while (old != BRANCH_NONE) {
		struct advice *path = scratch;
		uint32_t length = cut_path(w, &old, path, most);
		uint32_t rest = w->cut;

		if (length == 0) { /* as it was, behind the others */
			uint32_t *last = &w->root[i];

			while (*last != BRANCH_NONE)
				last = &w->branch[*last].sibling;
			*last = old;
			return;
		}
		if (!advice_begins(made, path, length, &at))
			wakeup_insert(w, i, path, length);
		else {
			take_out(made, &path, &length, at);
			wakeup_insert(w, i + 1, path, length);
		}
		wakeup_free(w, rest);
	}
}

void wakeup_done(struct wakeup *w, uint32_t i)
{
	wakeup_free(w, w->taken[i]);
	w->taken[i] = BRANCH_NONE;
}

void wakeup_drop(struct wakeup *w, uint32_t i)
{
	wakeup_free(w, w->root[i + 1]);
	w->root[i + 1] = BRANCH_NONE;
	wakeup_done(w, i);
}

void wakeup_back(struct wakeup *w, uint32_t i)
{
	uint32_t b = w->taken[i];

	if (b == BRANCH_NONE)
		return;
	w->branch[b].child = w->root[i + 1];
	w->branch[b].sibling = w->root[i];
	w->root[i] = b;
	w->taken[i] = BRANCH_NONE;
}

void wakeup_begin(struct wakeup *w)
{
	w->root[0] = BRANCH_NONE;
}
