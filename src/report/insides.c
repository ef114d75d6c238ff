/* SPDX-License-Identifier: MIT */
#include "report/insides.h"

#include <string.h>

enum {
	INLINED_MAX = 24,
	LOOKED_AT = 64, /* counts that are more than counted */
	KNOWN = 256	/* call stacks that were judged; a power of 2 */
};

/* Of the user, the innermost of those that are one piece of code. */
static bool by_user(struct names *n, const struct channel_stack *s)
{
	static struct frame frame[INLINED_MAX];

	if (!s->frames || !n->symbols)
		return true;
	symbols_frames(n->symbols, s->pc[0], frame, INLINED_MAX);
	return frame[0].line && !names_of_the_system(&frame[0]);
}

static bool is_inside(struct names *n, const struct trace_data *d)
{
	switch (names_inside(n, &d->place)) {
	case NAMES_STARTED:
		return true;
	case NAMES_CALLED:
		return !by_user(n, &d->stack);
	default:
		return false;
	}
}

/* --- counts of std::shared_ptr ----------------------------------------------
 */

enum part {
	PART_OTHER,
	PART_COUNTS, /* one copy more or less: nobody asks how many */
	PART_SHARED  /* anything else in there */
};

struct counts {
	struct names *n;
	struct {
		uint64_t key;
		enum part part;
	} known[KNOWN];
	uint64_t looked[LOOKED_AT];
	unsigned count;
};

static enum part part_of_frame(const struct frame *f)
{
	static const char *const counting[] = {"_M_add_ref_copy", "_M_release",
		"_M_release_last_use", "_M_weak_add_ref", "_M_weak_release"};
	const char *name = strrchr(f->function, ':');

	if (!strstr(f->path, "/bits/shared_ptr"))
		return PART_OTHER;
	name = name ? name + 1 : f->function;
	for (size_t i = 0; i < sizeof counting / sizeof *counting; i++)
		if (strcmp(name, counting[i]) == 0)
			return PART_COUNTS;
	return PART_SHARED;
}

/* What the user's code called, as far as it is of shared_ptr. */
static enum part asked(struct names *n, const struct channel_stack *s)
{
	static struct frame frame[INLINED_MAX];
	enum part part = PART_OTHER;

	for (uint32_t i = 0; n->symbols && i < s->frames; i++) {
		unsigned frames = symbols_frames(
			n->symbols, s->pc[i], frame, INLINED_MAX);

		if (names_is_runtime(n, s->pc[i]))
			continue;
		for (unsigned k = 0; k < frames; k++) {
			if (frame[k].line && !names_of_the_system(&frame[k]))
				return part;
			if (part != PART_COUNTS &&
				part_of_frame(&frame[k]) != PART_OTHER)
				part = part_of_frame(&frame[k]);
		}
	}
	return part;
}

/* The same stacks come again and again. */
static enum part part_of(struct counts *k, const struct channel_stack *s)
{
	uint64_t key = s->frames;
	size_t slot;

	for (uint32_t i = 0; i < s->frames; i++)
		key = (key ^ s->pc[i]) * 0x9e3779b97f4a7c15ull;
	slot = (size_t)(key >> 32) & (KNOWN - 1);
	if (k->known[slot].key != key) {
		k->known[slot].key = key;
		k->known[slot].part = asked(k->n, s);
	}
	return k->known[slot].part;
}

static bool is_looked_at(const struct counts *k, uint64_t address)
{
	for (unsigned i = 0; i < k->count; i++)
		if (k->looked[i] == address)
			return true;
	return false;
}

static const struct trace_event *of_a_count(
	const struct channel *c, const struct item *i)
{
	const struct trace_event *e = &c->event[i->at];

	return !i->is_data && e->place.block &&
			       op_info[e->kind].told == TOLD_memory
		       ? e
		       : NULL;
}

/* Those whose value somebody asked for: use_count(), lock(), the user's own
 * code.  False: too many. */
static bool look(struct counts *k, const struct sequence *s)
{
	const struct channel *c = k->n->c;

	for (uint32_t i = s->alone; i < s->count; i++) {
		const struct trace_event *e = of_a_count(c, &s->item[i]);

		if (!e || part_of(k, &e->stack) == PART_COUNTS ||
			is_looked_at(k, e->place.address))
			continue;
		if (k->count == LOOKED_AT)
			return false;
		k->looked[k->count++] = e->place.address;
	}
	return true;
}

static bool is_in_counts(struct names *n, const struct channel_stack *s)
{
	static struct frame frame[INLINED_MAX];

	for (uint32_t i = 0; n->symbols && i < s->frames; i++) {
		unsigned frames = symbols_frames(
			n->symbols, s->pc[i], frame, INLINED_MAX);

		for (unsigned k = 0; k < frames; k++)
			if (part_of_frame(&frame[k]) == PART_COUNTS)
				return true;
	}
	return false;
}

/* Where a failure is in, or comes from, what the last copy's end does, it
 * matters whose that was. */
static bool is_about_counts(struct names *n)
{
	const struct channel *c = n->c;

	return c->bugs && (is_in_counts(n, &c->bug[0].stack) ||
				  is_in_counts(n, &c->bug[0].other));
}

/* What is freed is free, whoever counted to 0. */
static bool is_counted(struct counts *k, const struct item *i)
{
	const struct channel *c = k->n->c;
	const struct trace_event *e = of_a_count(c, i);
	const struct trace_data *d = &c->data[i->at];

	if (i->is_data)
		return d->place.block &&
		       (d->kind == DATA_READ || d->kind == DATA_WRITE) &&
		       part_of(k, &d->stack) == PART_COUNTS &&
		       !is_looked_at(k, d->place.address);
	return e && !(e->flags & EVENT_FAILED) &&
	       part_of(k, &e->stack) == PART_COUNTS &&
	       !is_looked_at(k, e->place.address);
}

static void hide_counts(struct sequence *s, struct names *n)
{
	static struct counts k;

	k = (struct counts){.n = n};
	if (is_about_counts(n) || !look(&k, s))
		return;
	for (uint32_t i = s->alone; i < s->count; i++)
		if (s->item[i].shown && is_counted(&k, &s->item[i]))
			s->item[i].shown = false;
}

void insides_hide(struct sequence *s, struct names *n)
{
	const struct channel *c = n->c;

	for (uint32_t i = 0; i < s->count; i++) {
		const struct trace_data *d = &c->data[s->item[i].at];

		if (!s->item[i].shown || !s->item[i].is_data ||
			!d->place.block ||
			(c->bugs && d->place.block == c->bug[0].place.block))
			continue;
		if (is_inside(n, d))
			s->item[i].shown = false;
	}
	hide_counts(s, n);
}
