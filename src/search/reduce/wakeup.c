/* SPDX-License-Identifier: MIT */
#include "search/reduce/wakeup.h"

#include <string.h>

void wakeup_init(struct wakeup *w, void *memory, size_t bytes)
{
	size_t roots = bytes / 16 & ~(size_t)7, prints = bytes / 8 & ~(size_t)7;
	size_t left = bytes - roots - prints;
	char *at = memory;

	w->root = memory;
	w->nodes_max = (uint32_t)(roots / 2 / sizeof *w->root);
	w->taken = w->root + w->nodes_max;
	interned_init(&w->prints, at + roots, prints);
	w->branch = (void *)(at + roots + prints);
	w->max = left / sizeof *w->branch < BRANCH_NONE
			 ? (uint32_t)(left / sizeof *w->branch)
			 : BRANCH_NONE - 1;
	wakeup_clear(w);
}

void wakeup_clear(struct wakeup *w)
{
	interned_clear(&w->prints);
	w->free = w->cut = BRANCH_NONE;
	w->fresh = w->used = 0;
	w->lost = w->untold = false;
}

size_t wakeup_used(const struct wakeup *w)
{
	return w->fresh * sizeof *w->branch +
	       w->prints.fresh * sizeof *w->prints.at;
}

uint32_t wakeup_new(struct wakeup *w)
{
	uint32_t b = w->free;

	if (b != BRANCH_NONE)
		w->free = w->branch[b].sibling;
	else if (w->fresh < w->max)
		b = w->fresh++;
	if (b == BRANCH_NONE)
		return b;
	w->used++;
	w->branch[b] = (struct branch){.print = INTERNED_NONE, .there = true};
	return b;
}

/* A tree of any depth, without recursion: children go before their parent's
 * siblings. */
void wakeup_free(struct wakeup *w, uint32_t b)
{
	while (b != BRANCH_NONE) {
		struct branch *branch = &w->branch[b];
		uint32_t next = branch->sibling, child = branch->child;

		branch->there = false;
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

struct advice branch_advice(const struct wakeup *w, const struct branch *b)
{
	const struct footprint *f = b->print == INTERNED_NONE
					    ? NULL
					    : &w->prints.at[b->print].footprint;

	return (struct advice){f, b->alternative, b->thread, b->guess,
		f && f->limited ? footprint_limited(f)->room : 0};
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

void gist_find(struct gist *g, const struct advice *sequence, uint32_t length)
{
	uint64_t reads = 0, writes = 0, objects = 0, fixed = 0;

	if (g->sequence)
		return;
	g->sequence = sequence;
	g->threads = 0;
	g->odd = length;
	for (uint32_t k = 0; k < length; k++) {
		const struct footprint *f = sequence[k].footprint;
		unsigned slot = sequence[k].thread % GIST_THREADS;

		if (!(g->threads >> slot & 1))
			g->first[slot] = k < UINT16_MAX ? (uint16_t)k : 0;
		g->threads |= 1ull << slot;
		if (k < GIST_MAX - 1) {
			g->before[k].reads = reads;
			g->before[k].writes = writes;
			g->before[k].objects = objects;
			g->before[k].fixed = fixed;
		}
		if (f) {
			reads |= f->read_bits;
			writes |= f->write_bits;
			objects |= f->object_bits;
			fixed |= f->fixed_bits;
		}
		if ((!f || f->everything | f->acts) && k < g->odd)
			g->odd = k;
	}
	length = length < GIST_MAX ? length : GIST_MAX - 1;
	g->before[length].reads = reads;
	g->before[length].writes = writes;
	g->before[length].objects = objects;
	g->before[length].fixed = fixed;
	g->before[GIST_MAX - 1] = g->before[length];
}

/* Is it apart from all before that place, of which none is of its thread? */
static inline bool apart(const struct gist *g, const struct footprint *f,
	const struct advice *end)
{
	uint32_t place, k;

	if (!g->sequence || !f)
		return false;
	place = (uint32_t)(end - g->sequence);
	k = place < GIST_MAX ? place : GIST_MAX - 1;
	return place <= g->odd && !(f->everything | f->acts) &&
	       !((g->before[k].writes & f->read_bits) |
		       (g->before[k].reads & f->write_bits) |
		       objects_meet(
			       g->before[k].objects, g->before[k].fixed, f));
}

/* The place of the thread's first option, or `length`. */
static uint32_t find_thread(const struct gist *g, tid t,
	const struct advice *sequence, uint32_t length)
{
	uint32_t at = 0;

	if (g->sequence) {
		uint32_t gone = (uint32_t)(sequence - g->sequence);
		uint32_t first = g->first[t % GIST_THREADS];

		if (!(g->threads >> t % GIST_THREADS & 1))
			return length;
		at = first > gone ? first - gone : 0;
	}
	while (at < length && sequence[at].thread != t)
		at++;
	return at;
}

bool advice_begins(const struct advice *option, const struct gist *g,
	const struct advice *sequence, uint32_t length, uint32_t *at)
{
	const struct footprint *f = option->footprint;
	const struct advice *same;

	*at = find_thread(g, option->thread, sequence, length);
	same = sequence + *at;
	if (*at < length) {
		if (same->alternative != option->alternative &&
			same->alternative != ANY_ALTERNATIVE)
			return false;
		if (option->guess && !same->guess)
			f = same->footprint;
	}
	/* What comes last is what a race is about: more often that depends. */
	if (apart(g, f, same))
		same = sequence;
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

/* Of the footprints those that no branch has are free. */
static void sweep(struct wakeup *w)
{
	interned_begin_sweep(&w->prints);
	for (uint32_t b = 0; b < w->fresh; b++)
		if (w->branch[b].there && w->branch[b].print != INTERNED_NONE)
			interned_keep(&w->prints, w->branch[b].print);
	interned_end_sweep(&w->prints);
}

void branch_fill(struct wakeup *w, struct branch *b, const struct advice *a)
{
	const struct footprint *f =
		interned_fits(a->footprint) ? a->footprint : NULL;

	b->thread = a->thread;
	b->alternative = a->alternative;
	b->child = b->sibling = BRANCH_NONE;
	b->told = false;
	b->guess = a->guess || !f;
	b->print = INTERNED_NONE;
	if (!f)
		return;
	b->print = interned_find(&w->prints, f, a->room);
	if (b->print != INTERNED_NONE)
		return;
	/* Where little is won by that, it would be done again and again. */
	sweep(w);
	b->print = interned_find(&w->prints, f, a->room);
	w->lost |= interned_crowded(&w->prints);
	b->guess |= b->print == INTERNED_NONE;
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
		branch_fill(w, &w->branch[b], &sequence[k]);
		*where = b;
		where = &w->branch[b].child;
	}
}

/* Is it the first of the sequence, whose room does not matter? */
static inline bool leads(const struct wakeup *w, const struct branch *b,
	const struct advice *sequence)
{
	return b->thread == sequence->thread &&
	       (b->alternative == sequence->alternative ||
		       sequence->alternative == ANY_ALTERNATIVE) &&
	       (b->print == INTERNED_NONE ||
		       !w->prints.at[b->print].footprint.limited);
}

void wakeup_insert(struct wakeup *w, uint32_t i, struct advice *sequence,
	uint32_t length, struct gist *g)
{
	uint32_t *where = &w->root[i], at;

	while (length && *where != BRANCH_NONE) {
		struct branch *b = &w->branch[*where];
		struct advice option;

		if (leads(w, b, sequence)) {
			sequence++;
			length--;
			i++;
			where = &b->child;
			continue;
		}
		/* Trees are larger than caches, and mostly it is the next. */
		if (b->sibling != BRANCH_NONE)
			__builtin_prefetch(&w->branch[b->sibling]);
		gist_find(g, sequence, length);
		option = branch_advice(w, b);
		if (!advice_begins(&option, g, sequence, length, &at) ||
			(at == length && !wakeup_within(w, i, length + 1))) {
			where = &b->sibling;
			continue;
		}
		take_out(&option, &sequence, &length, at);
		i++;
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
	*out = branch_advice(w, &w->branch[b]);
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
		sequence[length++] = branch_advice(w, &w->branch[b]);
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
	struct gist gist;

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
		gist.sequence = NULL;
		gist_find(&gist, path, length);
		if (!advice_begins(made, &gist, path, length, &at) ||
			(at == length && !wakeup_within(w, i, length + 1)))
			wakeup_insert(w, i, path, length, &gist);
		else {
			take_out(made, &path, &length, at);
			wakeup_insert(w, i + 1, path, length, &gist);
		}
		wakeup_free(w, rest);
		w->cut = BRANCH_NONE;
	}
}

uint32_t wakeup_left_over(
	struct wakeup *w, uint32_t i, struct advice *sequence, uint32_t most)
{
	wakeup_free(w, w->cut);
	w->cut = BRANCH_NONE;
	return w->root[i + 1] == BRANCH_NONE
		       ? 0
		       : cut_path(w, &w->root[i + 1], sequence, most);
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
