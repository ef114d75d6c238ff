/* SPDX-License-Identifier: MIT */
#include "report/across.h"

#include "report/torn.h"

/* Is what the failing thread read there used by the line that failed?  By the
 * text, so far; LINES_FAR: no. */
static unsigned use_of(const struct compare *a, uint32_t read)
{
	const struct step *s = &a->fails.step[read];

	if (s->is.thread != a->failing || !course_is_memory(&a->fails, read) ||
		!course_reads(&a->fails, read))
		return LINES_FAR;
	return lines_distance(a->lines, compare_failing(a),
		compare_stack(a->fails.c, &s->item));
}

/* Who changes first what a step has read; or COURSE_NONE. */
static uint32_t changed_next(const struct compare *a, uint32_t read)
{
	const struct step *s = a->fails.step;

	for (uint32_t i = read + 1; i < a->fails.steps; i++)
		if (s[i].is.changes && course_overlap(&s[i], &s[read]))
			return i;
	return COURSE_NONE;
}

/* Does this read make a second pair with what `other` has written?  first, then
 * second. */
static bool pair_of(const struct compare *a, uint32_t read, tid other,
	bool is_first, uint32_t *first, uint32_t *second)
{
	const struct step *s = a->fails.step;

	*first = is_first ? read : course_source(&a->fails, read);
	*second = is_first ? changed_next(a, read) : read;
	if (*first == COURSE_NONE || *second == COURSE_NONE)
		return false;
	return s[is_first ? *second : *first].is.thread == other &&
	       torn_free_to_turn(a, &s[*first], &s[*second], NULL);
}

void across_find(const struct compare *a, uint32_t *middle)
{
	const struct step *step = &a->fails.step[middle[DECISIVE_STEP]];
	uint32_t before = middle[DECISIVE_BEFORE], first, second;
	const struct step *next = before != COURSE_NONE
					  ? &a->fails.step[before]
					  : &a->passes.step[a->best.next];
	bool steps_fail = step->is.thread == a->failing;
	unsigned least = LINES_FAR;

	if (middle[DECISIVE_AFTER] != COURSE_NONE ||
		!course_is_memory(&a->fails, middle[DECISIVE_STEP]) ||
		(!steps_fail && next->is.thread != a->failing))
		return;
	for (uint32_t i = 0; i < a->fails.steps; i++) {
		const struct step *s = &a->fails.step[i];
		unsigned use;

		if (course_overlap(s, step) || course_overlap(s, next))
			continue;
		use = use_of(a, i);
		if (use >= least ||
			!pair_of(a, i,
				steps_fail ? next->is.thread : step->is.thread,
				!steps_fail, &first, &second))
			continue;
		least = use;
		middle[DECISIVE_AFTER] = first;
		middle[DECISIVE_BESIDE] = second;
	}
}

/* --- deadlocks ---------------------------------------------------------------
 */

/* Where a thread arrived at what it waits for in the end; COURSE_NONE: it does
 * not wait. */
static uint32_t waits_at(const struct channel *c, tid t)
{
	for (uint32_t i = c->events; i-- > 0;)
		if (c->event[i].thread == t && c->event[i].kind != OP_none)
			return c->event[i].flags & EVENT_BLOCKED ? i
								 : COURSE_NONE;
	return COURSE_NONE;
}

/* The last that anyone did to an object; COURSE_NONE: nothing. */
static uint32_t last_at(const struct compare *a, uint64_t address)
{
	const struct step thing = {.is = {.address = address, .size = 1}};

	for (uint32_t i = a->fails.steps; i-- > 0;)
		if (a->fails.step[i].is.changes &&
			course_overlap(&a->fails.step[i], &thing))
			return i;
	return COURSE_NONE;
}

static bool is_taking(const struct compare *a, uint32_t step)
{
	const struct trace_event *e =
		course_event(a->fails.c, &a->fails.step[step].item);

	return e && (op_is(e->kind, TAKES) ||
			    op_info[e->kind].waits == WAITS_units ||
			    e->kind == OP_sem_trywait);
}

void across_circle(const struct compare *a, struct decisive *out)
{
	const struct channel *c = a->fails.c;
	const struct step *step = &a->fails.step[a->middle[DECISIVE_STEP]];
	const struct step *next;
	uint32_t waits, other, has;

	if (a->best.next == COURSE_NONE)
		return;
	next = &a->passes.step[a->best.next];
	waits = waits_at(c, next->is.thread);
	if (waits == COURSE_NONE ||
		c->event[waits].place.address != next->is.address ||
		c->event[waits].stack.pc[0] !=
			compare_stack(a->passes.c, &next->item)->pc[0])
		return;
	out->note[DECISIVE_BEFORE] = (struct noted){waits, false, true};
	out->next_there = false;
	other = waits_at(c, step->is.thread);
	if (other == COURSE_NONE || out->note[DECISIVE_AFTER].there ||
		c->event[other].place.address == next->is.address ||
		!is_taking(a, a->middle[DECISIVE_STEP]))
		return;
	has = last_at(a, c->event[other].place.address);
	if (has == COURSE_NONE || !is_taking(a, has) ||
		a->fails.step[has].is.thread != next->is.thread)
		return;
	out->note[DECISIVE_AFTER] =
		(struct noted){a->fails.step[has].item.at, false, true};
	out->note[DECISIVE_BESIDE] = (struct noted){other, false, true};
	out->circle = true;
}
