/* SPDX-License-Identifier: MIT */
#include "report/slice.h"

#include <string.h>

struct search {
	struct slice *s;
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
	*out = (struct slice_read){step, from, match_of(passes, source), 0};
	return value != other || match_of(fails, from) != source ||
	       (from == COURSE_NONE) != (source == COURSE_NONE);
}

/* What thread t found otherwise before `end`, the last first. */
static void look_back(struct search *q, tid t, uint32_t end, unsigned distance)
{
	struct slice *s = q->s;

	for (uint32_t i = end; i-- > 0 && s->reads < SLICE_READS;) {
		struct slice_read read;

		if (q->fails->step[i].is.thread != t || on_it(s, i) ||
			!differs(q->fails, q->passes, i, &read))
			continue;
		read.distance = ++distance;
		s->read[s->reads++] = read;
	}
}

/* The same write has left another value, or there is no such write in the other
 * execution: what its thread had found. */
static void follow(struct search *q, const struct slice_read *r)
{
	if (r->from != COURSE_NONE &&
		(r->from == r->instead ||
			match_of(q->fails, r->from) == COURSE_NONE))
		look_back(q, q->fails->step[r->from].is.thread, r->from,
			r->distance);
}

void slice_find(struct slice *s, const struct course *fails,
	const struct course *passes, const tid *end, unsigned ends)
{
	struct search q = {s, fails, passes};

	memset(s, 0, sizeof *s);
	for (unsigned i = 0; i < ends; i++)
		look_back(&q, end[i], fails->steps, 0);
	for (unsigned i = 0; i < s->reads; i++) {
		struct slice_read r = s->read[i];

		follow(&q, &r);
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
