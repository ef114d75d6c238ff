/* SPDX-License-Identifier: MIT */
#include "report/slice.h"

#include <string.h>

enum {
	ROUND = 50, /* it was done again since, in the same calls */
	OFF = 200   /* the line does not depend on it */
};

struct search {
	struct slice *s;
	struct lines *lines;
	const struct course *fails, *passes;
};

static uint32_t match_of(const struct course *a, uint32_t step)
{
	return step == COURSE_NONE ? COURSE_NONE : a->step[step].match;
}

static bool on_it(const struct slice *s, uint32_t step)
{
	for (unsigned i = 0; i < s->reads; i++)
		if (s->read[i].read == step)
			return true;
	return false;
}

/* Does it find something else in the execution that passes?  By the values
 * where these are known, else by who has left them. */
static bool differs(const struct course *fails, const struct course *passes,
	uint32_t step, struct slice_read *out)
{
	uint32_t match = match_of(fails, step), from, source;
	uint64_t value, other;

	if (match == COURSE_NONE || !course_reads(fails, step))
		return false;
	if (course_value(fails, step, &value) &&
		course_value(passes, match, &other) && value == other)
		return false;
	from = course_source(fails, step);
	source = course_source(passes, match);
	*out = (struct slice_read){step, from, match_of(passes, source),
		source != COURSE_NONE &&
				!course_same_place(passes, source, fails)
			? source
			: COURSE_NONE,
		false, 0};
	return value != other || match_of(fails, from) != source ||
	       (from == COURSE_NONE) != (source == COURSE_NONE);
}

static const struct channel_stack *stack_of(
	const struct course *a, uint32_t step)
{
	const struct item *item = &a->step[step].item;

	return item->is_data ? &a->c->data[item->at].stack
			     : &a->c->event[item->at].stack;
}

/* Has its thread done so again before `end`? */
static bool is_earlier_round(
	const struct course *a, uint32_t step, uint32_t end)
{
	for (uint32_t i = step + 1; i < end; i++)
		if (a->step[i].key == a->step[step].key)
			return true;
	return false;
}

/* Behind those from reads[first] on that are as near. */
static void insert(struct slice *s, unsigned first, struct slice_read read)
{
	unsigned i = s->reads++;

	for (; i > first && s->read[i - 1].distance > read.distance; i--)
		s->read[i] = s->read[i - 1];
	s->read[i] = read;
}

/* What thread t found otherwise before `end`, where it was at `from`: the
 * nearest by the text first, of these the last.  False: nothing is near. */
static bool look_back(struct search *q, tid t, uint32_t end,
	const struct channel_stack *from, unsigned distance)
{
	struct slice *s = q->s;
	unsigned first = s->reads, off = 0, on = 0;

	for (uint32_t i = end; i-- > 0 && s->reads < SLICE_READS;) {
		struct slice_read read;

		if (q->fails->step[i].is.thread != t || on_it(s, i) ||
			!differs(q->fails, q->passes, i, &read))
			continue;
		read.distance =
			lines_distance(q->lines, from, stack_of(q->fails, i));
		if (read.distance >= LINES_FAR)
			read.distance = LINES_FAR + off++;
		else if (is_earlier_round(q->fails, i, end))
			read.distance += ROUND;
		insert(s, first, read);
	}
	for (unsigned i = first; i < s->reads; i++) {
		unsigned far = s->read[i].distance >= LINES_FAR ? OFF : 0;

		s->read[i].distance = distance + far + ++on;
	}
	return on > off;
}

/* The same write has left another value, or it is not made in the other
 * execution, or one of that is not made here: what its thread had found. */
static void follow(struct search *q, struct slice_read *r)
{
	const struct step *s = q->fails->step;

	if (r->from != COURSE_NONE &&
		(r->from == r->instead ||
			!course_same_place(q->fails, r->from, q->passes)))
		r->explained |= look_back(q, s[r->from].is.thread, r->from,
			stack_of(q->fails, r->from), r->distance);
	if (r->missing != COURSE_NONE) {
		tid t = q->passes->step[r->missing].is.thread;

		r->explained |= look_back(q, t,
			t == s[r->read].is.thread ? r->read : q->fails->steps,
			stack_of(q->passes, r->missing), r->distance);
	}
}

void slice_find(struct slice *s, struct lines *lines,
	const struct course *fails, const struct course *passes,
	const struct slice_end *end, unsigned ends)
{
	struct search q = {s, lines, fails, passes};

	memset(s, 0, sizeof *s);
	for (unsigned i = 0; i < ends; i++)
		look_back(&q, end[i].thread, fails->steps, end[i].stack, 0);
	for (unsigned i = 0; i < s->reads; i++) {
		struct slice_read r = s->read[i];

		follow(&q, &r);
		s->read[i].explained = r.explained;
	}
}

static bool are(uint32_t one, uint32_t two, uint32_t a, uint32_t b)
{
	return a != COURSE_NONE && b != COURSE_NONE &&
	       ((one == a && two == b) || (one == b && two == a));
}

unsigned slice_distance(const struct slice *s, uint32_t one, uint32_t two)
{
	unsigned least = SLICE_FAR;

	for (unsigned i = 0; i < s->reads; i++) {
		const struct slice_read *r = &s->read[i];

		if ((r->read == one || r->read == two ||
			    are(one, two, r->from, r->instead)) &&
			r->distance < least)
			least = r->distance;
	}
	return least;
}
