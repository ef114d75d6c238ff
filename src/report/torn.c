/* SPDX-License-Identifier: MIT */
#include "report/torn.h"

/* Where in the execution that fails a thread came to be, or was waited for;
 * COURSE_NONE: nowhere. */
static uint32_t place_of_thread(const struct course *a, enum op kind, tid t)
{
	for (uint32_t i = 0; i < a->sequence.count; i++) {
		const struct trace_event *e =
			course_event(a->c, &a->sequence.item[i]);

		if (e && e->kind == kind && e->other == t)
			return i;
	}
	return COURSE_NONE;
}

/* Between x and z of one thread, y of another one: is there no order of the two
 * threads, one after the other, that comes to the same? */
static bool is_torn(
	const struct step *x, const struct step *y, const struct step *z)
{
	return y->is.changes ? !(x->is.changes && z->is.changes)
			     : x->is.changes && z->is.changes;
}

bool torn_free_to_turn(const struct compare *a, const struct step *x,
	const struct step *y, const struct step *z)
{
	uint32_t from =
		place_of_thread(&a->fails, OP_thread_create, y->is.thread);
	uint32_t own =
		place_of_thread(&a->fails, OP_thread_create, x->is.thread);
	uint32_t to = place_of_thread(&a->fails, OP_thread_join, y->is.thread);

	if (own != COURSE_NONE && (from == COURSE_NONE || own > from))
		from = own;
	return (from == COURSE_NONE || x->place > from) &&
	       (!z || z->place < to);
}

/* The other thread's last step on the same before step y, with which z makes
 * that torn; or COURSE_NONE. */
static uint32_t before_it(
	const struct compare *a, uint32_t y, const struct step *z, bool there)
{
	const struct step *s = a->fails.step;

	for (uint32_t i = y; i-- > 0;)
		if (s[i].is.thread == z->is.thread &&
			course_overlap(&s[i], &s[y])) {
			if (is_torn(&s[i], &s[y], z) &&
				torn_free_to_turn(
					a, &s[i], &s[y], there ? z : NULL))
				return i;
			if (s[i].is.changes || !z->is.changes)
				return COURSE_NONE;
		}
	return COURSE_NONE;
}

/* The same behind it. */
static uint32_t behind_it(const struct compare *a, uint32_t x, uint32_t y)
{
	const struct step *s = a->fails.step;

	for (uint32_t i = y + 1; i < a->fails.steps; i++)
		if (s[i].is.thread == s[x].is.thread &&
			course_overlap(&s[i], &s[y])) {
			if (is_torn(&s[x], &s[y], &s[i]) &&
				torn_free_to_turn(a, &s[x], &s[y], &s[i]))
				return i;
			if (s[i].is.changes || !s[x].is.changes)
				return COURSE_NONE;
		}
	return COURSE_NONE;
}

/* The failing thread looked there twice, and what it found the first time
 * decides nothing where it failed. */
static bool is_idle_look(
	const struct compare *a, uint32_t x, const struct step *z)
{
	const struct step *s = &a->fails.step[x];

	return s->is.thread == a->failing && !s->is.changes && !z->is.changes &&
	       !lines_is_condition(
		       a->lines, compare_stack(a->fails.c, &s->item)) &&
	       lines_distance(a->lines, compare_failing(a),
		       compare_stack(a->fails.c, &s->item)) >= LINES_FAR;
}

/* Does what is written go back to what was read, by the text? */
static bool goes_back(const struct compare *a, uint32_t write, uint32_t read)
{
	const struct step *s = a->fails.step;
	const struct channel *c = a->fails.c;

	return lines_distance(a->lines, compare_stack(c, &s[write].item),
		       compare_stack(c, &s[read].item)) < LINES_CONDITION;
}

/* What a thread has made of what it read, and left there before another one's
 * step z; or COURSE_NONE. */
static uint32_t made_of(const struct compare *a, uint32_t read, uint32_t z)
{
	const struct step *s = a->fails.step;

	for (uint32_t i = z; i-- > read + 1 && !s[read].is.changes;)
		if (s[i].is.thread == s[read].is.thread && s[i].is.changes &&
			course_overlap(&s[i], &s[read]))
			return goes_back(a, i, read) ? i : COURSE_NONE;
	return COURSE_NONE;
}

/* Both have read the same, and the second one writes over what the first made
 * of it: that comes between. */
static void overwritten(
	const struct compare *a, const struct turned *t, uint32_t *middle)
{
	uint32_t y = made_of(a, t->first, t->second), x;

	if (y == COURSE_NONE)
		return;
	x = before_it(a, y, &a->fails.step[t->second], true);
	if (x == COURSE_NONE || !goes_back(a, t->second, x))
		return;
	middle[DECISIVE_STEP] = y;
	middle[DECISIVE_AFTER] = x;
}

bool torn_say(const struct compare *a, struct turned *t,
	const struct step *second, uint32_t *middle)
{
	bool there = t->second != COURSE_NONE;
	uint32_t x = before_it(a, t->first, second, there), z;

	middle[DECISIVE_STEP] = t->first;
	middle[DECISIVE_AFTER] = COURSE_NONE;
	middle[DECISIVE_BEFORE] = t->second;
	middle[DECISIVE_BESIDE] = COURSE_NONE;
	if (x != COURSE_NONE && !is_idle_look(a, x, second))
		middle[DECISIVE_AFTER] = x;
	if (x != COURSE_NONE || !there)
		return middle[DECISIVE_AFTER] != COURSE_NONE;
	z = behind_it(a, t->first, t->second);
	if (z != COURSE_NONE) {
		middle[DECISIVE_STEP] = t->second;
		middle[DECISIVE_AFTER] = t->first;
		middle[DECISIVE_BEFORE] = z;
		t->next = COURSE_NONE;
	} else {
		overwritten(a, t, middle);
	}
	return middle[DECISIVE_AFTER] != COURSE_NONE;
}
