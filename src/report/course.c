/* SPDX-License-Identifier: MIT */
#include "report/course.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum {
	STEPS_MOST = 6000 /* of more nothing is said: of two executions' last
			   * ones it is not known which are the same */
};

/* --- what was done ----------------------------------------------------------
 */

const struct trace_event *course_event(
	const struct channel *c, const struct item *i)
{
	return i->is_data ? NULL : &c->event[i->at];
}

static const struct channel_stack *stack_of(
	const struct channel *c, const struct item *i)
{
	return i->is_data ? &c->data[i->at].stack : &c->event[i->at].stack;
}

uint64_t course_key(const struct channel *c, const struct item *i)
{
	const struct channel_stack *s = stack_of(c, i);
	uint64_t kind =
		i->is_data ? 256u + c->data[i->at].kind : c->event[i->at].kind;
	uint64_t key = hash_mix(kind << 16 | s->thread);

	for (uint32_t f = 0; f < s->frames && f < STACK_MAX; f++)
		key = hash_mix(key ^ s->pc[f]);
	return key;
}

bool course_new(struct course *a, const struct channel *c)
{
	uint32_t n = 0;

	memset(a, 0, sizeof *a);
	a->c = c;
	sequence_new(&a->sequence, c, NULL, true);
	for (uint32_t i = 0; i < a->sequence.count; i++)
		n += sequence_touch(c, &a->sequence.item[i]).size != 0;
	a->step = calloc(n + 1, sizeof *a->step);
	if (!a->step)
		return false;
	for (uint32_t i = 0; n <= STEPS_MOST && i < a->sequence.count; i++) {
		const struct item *item = &a->sequence.item[i];
		struct touch t = sequence_touch(c, item);

		if (t.size && !item->again)
			a->step[a->steps++] = (struct step){
				t, *item, i, COURSE_NONE, course_key(c, item)};
	}
	return true;
}

void course_free(struct course *a)
{
	sequence_free(&a->sequence);
	free(a->step);
}

/* --- what is the same in both -----------------------------------------------
 */

static const struct course *sorted; /* qsort has no argument */

static int by_key(const void *x, const void *y)
{
	const uint32_t *a = x, *b = y;
	uint64_t k = sorted->step[*a].key, l = sorted->step[*b].key;

	if (k != l)
		return k < l ? -1 : 1;
	return *a < *b ? -1 : *a > *b;
}

static uint32_t *sort(const struct course *a)
{
	uint32_t *by = malloc((a->steps + 1) * sizeof *by);

	for (uint32_t i = 0; by && i < a->steps; i++)
		by[i] = i;
	sorted = a;
	if (by)
		qsort(by, a->steps, sizeof *by, by_key);
	return by;
}

bool course_match(struct course *a, struct course *b)
{
	uint32_t *x = sort(a), *y = sort(b), i = 0, j = 0;

	while (x && y && i < a->steps && j < b->steps) {
		struct step *s = &a->step[x[i]], *t = &b->step[y[j]];

		if (s->key < t->key) {
			i++;
		} else if (s->key > t->key) {
			j++;
		} else {
			s->match = y[j++];
			t->match = x[i++];
		}
	}
	free(x);
	free(y);
	return x && y;
}

/* --- what a step is ----------------------------------------------------------
 */

bool course_is_memory(const struct course *a, uint32_t step)
{
	const struct trace_event *e = course_event(a->c, &a->step[step].item);

	return !e || op_info[e->kind].told == TOLD_memory;
}

static const struct channel_place *place_of(
	const struct course *a, uint32_t step)
{
	const struct item *i = &a->step[step].item;

	return i->is_data ? &a->c->data[i->at].place
			  : &a->c->event[i->at].place;
}

bool course_same_place(
	const struct course *a, uint32_t step, const struct course *b)
{
	uint32_t match = a->step[step].match;
	const struct channel_place *p, *q;

	if (match == COURSE_NONE)
		return false;
	p = place_of(a, step);
	q = place_of(b, match);
	return p->block && q->block
		       ? p->address - p->block == q->address - q->block
		       : p->address == q->address;
}

bool course_reads(const struct course *a, uint32_t step)
{
	const struct trace_event *e = course_event(a->c, &a->step[step].item);

	if (!e)
		return !a->step[step].is.changes;
	return op_info[e->kind].told == TOLD_memory &&
	       op_info[e->kind].order != ORDER_stores;
}

bool course_value(const struct course *a, uint32_t step, uint64_t *out)
{
	const struct item *i = &a->step[step].item;
	const struct trace_event *e = course_event(a->c, i);

	*out = e ? e->value : a->c->data[i->at].value;
	if (a->step[step].is.size > sizeof *out)
		return false; /* its first bytes alone */
	return e ? e->flags & EVENT_HAS_VALUE : a->c->data[i->at].has_value;
}

uint32_t course_source(const struct course *a, uint32_t step)
{
	for (uint32_t i = step; i-- > 0;)
		if (a->step[i].is.changes &&
			course_overlap(&a->step[i], &a->step[step]))
			return i;
	return COURSE_NONE;
}

bool course_overlap(const struct step *a, const struct step *b)
{
	return a->is.address < b->is.address + b->is.size &&
	       b->is.address < a->is.address + a->is.size;
}

bool course_conflict(const struct step *a, const struct step *b)
{
	return a->is.thread != b->is.thread &&
	       (a->is.changes || b->is.changes) && course_overlap(a, b);
}
