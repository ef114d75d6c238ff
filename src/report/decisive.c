/* SPDX-License-Identifier: MIT */
#include "report/decisive.h"

#include <stdlib.h>
#include <string.h>

#include "report/course.h"
#include "report/slice.h"
#include "report/words.h"

enum {
	NONE = COURSE_NONE
};

/* --- which order is another one ---------------------------------------------
 */

static const struct channel_place *place_in(
	const struct channel *c, const struct item *i)
{
	return i->is_data ? &c->data[i->at].place : &c->event[i->at].place;
}

static const struct channel_stack *stack_of(
	const struct channel *c, const struct item *i)
{
	return i->is_data ? &c->data[i->at].stack : &c->event[i->at].stack;
}

/* Two threads' steps, by the order of the execution that fails. */
struct turned {
	uint32_t first;	       /* there */
	uint32_t second, next; /* there, or in the other one alone; else NONE */
};

struct compare {
	struct course fails, passes;
	tid failing;
	struct lines *lines;
	struct slice slice; /* what decided that it fails */
	struct turned best;
	uint32_t middle[NOTED]; /* DECISIVE_..., as of `best`; NONE: no such */
	unsigned score;
	tid a, b;
	uint64_t others; /* pairs of other threads that say as much */
};

/* How much it says to a reader that these were turned. */
enum tier {
	TIER_NONE,
	TIER_LOCKS,
	TIER_KERNEL,
	TIER_APART, /* memory on which the failure does not depend */
	TIER_OTHERS,
	TIER_MEMORY,
	TIER_HELD, /* a lock that a thread waits for, and that is not given back
		    */
	TIER_MISUSED
};

static bool is_lock(uint8_t kind)
{
	return op_info[kind].class == CLASS_lock ||
	       op_info[kind].class == CLASS_rwlock;
}

/* Is it the lock of a deadlock, taken by who has it then? */
static bool is_held(const struct compare *a, const struct step *s)
{
	const struct channel_bug *bug = &a->fails.c->bug[0];
	const struct trace_event *e = course_event(a->fails.c, &s->item);

	for (unsigned i = 0; e && a->fails.c->bugs && i < bug->waits; i++)
		if (is_lock(e->kind) && is_lock(bug->wait[i].kind) &&
			bug->wait[i].object == s->is.address &&
			bug->wait[i].owner == s->is.thread)
			return true;
	return false;
}

static bool is_free(const struct channel *c, const struct step *s)
{
	const struct trace_event *e = course_event(c, &s->item);

	return e ? e->kind == OP_heap_free
		 : c->data[s->item.at].kind == DATA_FREE;
}

/* Is it the free of the block that the failure is about? */
static bool frees_it(const struct compare *a, const struct step *s)
{
	const struct channel_bug *bug = &a->fails.c->bug[0];
	const struct channel_place *p = place_in(a->fails.c, &s->item);

	return a->fails.c->bugs && bug->kind != BUG_double_free &&
	       bug->place.block && bug->place.freed_pc &&
	       is_free(a->fails.c, s) && p->block == bug->place.block &&
	       p->block_life == bug->place.block_life;
}

static bool is_kernel(const struct compare *a, const struct step *s)
{
	const struct trace_event *e = course_event(a->fails.c, &s->item);

	return e && op_info[e->kind].class == CLASS_io;
}

/* Is it the operation on an object that is the failure? */
static bool is_misused(const struct compare *a, const struct step *s)
{
	const struct trace_event *e = course_event(a->fails.c, &s->item);
	const struct channel_bug *bug = &a->fails.c->bug[0];

	return e && a->fails.c->bugs && !bug->waits &&
	       op_info[e->kind].told != TOLD_memory &&
	       bug->place.address == s->is.address;
}

static enum tier tier_of(
	const struct compare *a, const struct step *s, unsigned distance)
{
	const struct trace_event *e = course_event(a->fails.c, &s->item);

	if (!e || op_info[e->kind].told == TOLD_memory ||
		e->kind == OP_heap_free)
		return distance == SLICE_FAR && a->slice.reads ? TIER_APART
							       : TIER_MEMORY;
	switch (op_info[e->kind].class) {
	case CLASS_lock:
	case CLASS_rwlock:
		return is_held(a, s) ? TIER_HELD : TIER_LOCKS;
	case CLASS_unlock:
		return TIER_LOCKS;
	case CLASS_io:
	case CLASS_process:
		return TIER_KERNEL;
	case CLASS_heap:
		return TIER_NONE;
	default:
		return TIER_OTHERS;
	}
}

/* Where in the execution that fails a thread came to be, or was waited for;
 * NONE: nowhere. */
static uint32_t place_of_thread(const struct course *a, enum op kind, tid t)
{
	for (uint32_t i = 0; i < a->sequence.count; i++) {
		const struct trace_event *e =
			course_event(a->c, &a->sequence.item[i]);

		if (e && e->kind == kind && e->other == t)
			return i;
	}
	return NONE;
}

/* Between x and z of one thread, y of another one: is there no order of the two
 * threads, one after the other, that comes to the same? */
static bool is_torn(
	const struct step *x, const struct step *y, const struct step *z)
{
	return y->is.changes ? !(x->is.changes && z->is.changes)
			     : x->is.changes && z->is.changes;
}

static bool free_to_turn(const struct compare *a, const struct step *x,
	const struct step *y, const struct step *z)
{
	uint32_t from =
		place_of_thread(&a->fails, OP_thread_create, y->is.thread);
	uint32_t own =
		place_of_thread(&a->fails, OP_thread_create, x->is.thread);
	uint32_t to = place_of_thread(&a->fails, OP_thread_join, y->is.thread);

	if (own != NONE && (from == NONE || own > from))
		from = own;
	return (from == NONE || x->place > from) && (!z || z->place < to);
}

/* The other thread's last step on the same before step y, with which z makes
 * that torn; or NONE. */
static uint32_t before_it(
	const struct compare *a, uint32_t y, const struct step *z, bool there)
{
	const struct step *s = a->fails.step;

	for (uint32_t i = y; i-- > 0;)
		if (s[i].is.thread == z->is.thread &&
			course_overlap(&s[i], &s[y])) {
			if (is_torn(&s[i], &s[y], z) &&
				free_to_turn(a, &s[i], &s[y], there ? z : NULL))
				return i;
			if (s[i].is.changes || !z->is.changes)
				return NONE;
		}
	return NONE;
}

/* The same behind it. */
static uint32_t behind_it(const struct compare *a, uint32_t x, uint32_t y)
{
	const struct step *s = a->fails.step;

	for (uint32_t i = y + 1; i < a->fails.steps; i++)
		if (s[i].is.thread == s[x].is.thread &&
			course_overlap(&s[i], &s[y])) {
			if (is_torn(&s[x], &s[y], &s[i]) &&
				free_to_turn(a, &s[x], &s[y], &s[i]))
				return i;
			if (s[i].is.changes || !s[x].is.changes)
				return NONE;
		}
	return NONE;
}

/* Where the thread that fails did so. */
static const struct channel_stack *failing_stack(const struct compare *a)
{
	const struct channel *c = a->fails.c;

	for (uint32_t i = c->events; i-- > 0;)
		if (c->event[i].flags & EVENT_FAILED &&
			c->event[i].thread == a->failing)
			return &c->event[i].stack;
	return &c->bug[0].stack;
}

/* The failing thread looked there twice, and what it found the first time
 * decides nothing where it failed. */
static bool is_idle_look(
	const struct compare *a, uint32_t x, const struct step *z)
{
	const struct step *s = &a->fails.step[x];

	return s->is.thread == a->failing && !s->is.changes && !z->is.changes &&
	       !lines_is_condition(a->lines, stack_of(a->fails.c, &s->item)) &&
	       lines_distance(a->lines, failing_stack(a),
		       stack_of(a->fails.c, &s->item)) >= LINES_FAR;
}

/* Does what is written go back to what was read, by the text? */
static bool goes_back(const struct compare *a, uint32_t write, uint32_t read)
{
	const struct step *s = a->fails.step;
	const struct channel *c = a->fails.c;

	return lines_distance(a->lines, stack_of(c, &s[write].item),
		       stack_of(c, &s[read].item)) < LINES_CONDITION;
}

/* What a thread has made of what it read, and left there before another one's
 * step z; or NONE. */
static uint32_t made_of(const struct compare *a, uint32_t read, uint32_t z)
{
	const struct step *s = a->fails.step;

	for (uint32_t i = z; i-- > read + 1 && !s[read].is.changes;)
		if (s[i].is.thread == s[read].is.thread && s[i].is.changes &&
			course_overlap(&s[i], &s[read]))
			return goes_back(a, i, read) ? i : NONE;
	return NONE;
}

/* Both have read the same, and the second one writes over what the first made
 * of it: that comes between. */
static void overwritten(
	const struct compare *a, const struct turned *t, uint32_t *middle)
{
	uint32_t y = made_of(a, t->first, t->second), x;

	if (y == NONE)
		return;
	x = before_it(a, y, &a->fails.step[t->second], true);
	if (x == NONE || !goes_back(a, t->second, x))
		return;
	middle[DECISIVE_STEP] = y;
	middle[DECISIVE_AFTER] = x;
}

/* The three steps, or two, that say it; true: three. */
static bool say_pair(const struct compare *a, struct turned *t,
	const struct step *second, uint32_t *middle)
{
	bool there = t->second != NONE;
	uint32_t x = before_it(a, t->first, second, there), z;

	middle[DECISIVE_STEP] = t->first;
	middle[DECISIVE_AFTER] = NONE;
	middle[DECISIVE_BEFORE] = t->second;
	if (x != NONE && !is_idle_look(a, x, second))
		middle[DECISIVE_AFTER] = x;
	if (x != NONE || !there)
		return middle[DECISIVE_AFTER] != NONE;
	z = behind_it(a, t->first, t->second);
	if (z != NONE) {
		middle[DECISIVE_STEP] = t->second;
		middle[DECISIVE_AFTER] = t->first;
		middle[DECISIVE_BEFORE] = z;
		t->next = NONE;
	} else {
		overwritten(a, t, middle);
	}
	return middle[DECISIVE_AFTER] != NONE;
}

static bool same_threads(
	const struct compare *a, const struct step *x, const struct step *y)
{
	return (a->a == x->is.thread && a->b == y->is.thread) ||
	       (a->b == x->is.thread && a->a == y->is.thread);
}

/* How much it says, and behind that, whether it is torn. */
static unsigned score_of(const struct compare *a, struct turned t, bool torn)
{
	const struct step *first = &a->fails.step[t.first];
	unsigned distance = slice_distance(&a->slice, t.first, t.second);
	enum tier tier;

	if (frees_it(a, first))
		distance = 0;
	tier = tier_of(a, first, distance);
	if (t.second != NONE && is_misused(a, &a->fails.step[t.second]))
		tier = TIER_MISUSED;
	return tier == TIER_NONE
		       ? 0
		       : 2 * (tier * (SLICE_FAR + 1u) + SLICE_FAR - distance) +
				 torn;
}

/* A pair is turned: is it the one to be told? */
static void consider(struct compare *a, struct turned t)
{
	const struct step *first = &a->fails.step[t.first];
	const struct step *second = t.second != NONE ? &a->fails.step[t.second]
						     : &a->passes.step[t.next];
	bool there = t.second != NONE;
	uint32_t middle[NOTED];
	bool torn = say_pair(a, &t, second, middle);
	unsigned score = score_of(a, t, torn);

	if (!score)
		return;
	if (a->score && score / 2 >= a->score / 2 &&
		!same_threads(a, first, second))
		a->others = score / 2 == a->score / 2 ? a->others + 1 : 0;
	else if (score / 2 > a->score / 2)
		a->others = 0;
	if (score < a->score || (score == a->score && !there))
		return;
	a->score = score;
	a->best = t;
	a->a = first->is.thread;
	a->b = second->is.thread;
	memcpy(a->middle, middle, sizeof middle);
}

/* The other order is one of the same two things, too: not of another element.
 * What is freed here may be nobody's there. */
static bool meet_there(
	const struct compare *a, const struct step *x, const struct step *y)
{
	return frees_it(a, x) || course_overlap(&a->passes.step[x->match],
					 &a->passes.step[y->match]);
}

static void turned(struct compare *a)
{
	const struct step *s = a->fails.step;

	for (uint32_t j = 0; j < a->fails.steps; j++)
		for (uint32_t i = 0; i < j && s[j].match != NONE; i++)
			if (s[i].match != NONE && s[j].match < s[i].match &&
				course_conflict(&s[i], &s[j]) &&
				meet_there(a, &s[i], &s[j]))
				consider(a, (struct turned){i, j, NONE});
}

/* All that the thread did in the execution that fails, it has done in the other
 * one before this. */
static bool is_next(const struct compare *a, const struct step *s)
{
	for (uint32_t i = a->fails.steps; i-- > 0;)
		if (a->fails.step[i].is.thread == s->is.thread)
			return a->fails.step[i].match != NONE &&
			       &a->passes.step[a->fails.step[i].match] < s;
	return true;
}

/* What a thread was about to do. */
static void turned_later(struct compare *a)
{
	const struct step *p = a->passes.step;

	for (uint32_t k = 0; k < a->passes.steps; k++) {
		if (p[k].match != NONE || p[k].is.thread == a->failing ||
			!is_next(a, &p[k]))
			continue;
		for (uint32_t i = k + 1; i < a->passes.steps; i++)
			if (p[i].match != NONE && course_conflict(&p[i], &p[k]))
				consider(a,
					(struct turned){p[i].match, NONE, k});
	}
}

/* The last step of the thread that fails; NONE: it is not here. */
static uint32_t last_of_failing(const struct compare *a)
{
	uint32_t i = a->fails.steps;

	while (i-- > 0)
		if (a->fails.step[i].is.thread == a->failing)
			return i;
	return NONE;
}

/* The failing thread uses a freed block, which is not freed there in the other
 * execution. */
static void freed(struct compare *a)
{
	const struct step *s = a->fails.step;
	uint32_t use = last_of_failing(a);

	for (uint32_t i = 0; use != NONE && i < use; i++)
		if (s[i].match == NONE && frees_it(a, &s[i]) &&
			course_conflict(&s[i], &s[use]))
			consider(a, (struct turned){i, use, NONE});
}

/* It does what nobody may do to an object that another one uses, and does not
 * do so in the other execution. */
static void misused(struct compare *a)
{
	const struct step *s = a->fails.step;
	uint32_t use = last_of_failing(a);

	if (use == NONE || s[use].match != NONE || !is_misused(a, &s[use]))
		return;
	for (uint32_t i = use; i-- > 0;)
		if (course_conflict(&s[i], &s[use])) {
			consider(a, (struct turned){i, use, NONE});
			return;
		}
}

/* Descriptors and what they lead to are many objects: nothing else is turned,
 * and this is what the failing thread did last. */
static void turned_in_kernel(struct compare *a)
{
	const struct step *s = a->fails.step;
	uint32_t last = last_of_failing(a);

	if (last == NONE || s[last].match == NONE || !is_kernel(a, &s[last]))
		return;
	for (uint32_t i = last; i-- > 0;)
		if (s[i].is.thread != a->failing && is_kernel(a, &s[i]) &&
			s[i].match != NONE && s[i].match > s[last].match &&
			s[i].is.changes)
			consider(a, (struct turned){i, last, NONE});
}

/* Is what decided that the write is made the better reason? */
static bool has_reason(const struct compare *a, const struct slice_read *r)
{
	struct turned t = {r->from, r->read, NONE};
	uint32_t middle[NOTED];

	return r->explained &&
	       !say_pair(a, &t, &a->fails.step[r->read], middle);
}

/* What was found was written by a thread that does not do so in the other
 * execution: it came to it too early.  At last those for which there is another
 * reason. */
static void not_there(struct compare *a, bool at_last)
{
	const struct step *s = a->fails.step;

	for (unsigned i = 0; i < a->slice.reads; i++) {
		uint32_t read = a->slice.read[i].read;
		uint32_t from = a->slice.read[i].from;

		if (from != NONE && s[from].match == NONE &&
			s[from].is.thread != s[read].is.thread &&
			has_reason(a, &a->slice.read[i]) == at_last &&
			free_to_turn(a, &s[from], &s[from], &s[read]) &&
			free_to_turn(a, &s[from], &s[read], NULL))
			consider(a, (struct turned){from, read, NONE});
	}
}

/* From the thread that failed, or those that wait for ever. */
static void find_slice(struct compare *a)
{
	const struct channel_bug *bug = &a->fails.c->bug[0];
	struct slice_end end[WAITS_MAX + 1];
	unsigned ends = 0;

	if (a->failing != TID_NONE)
		end[ends++] = (struct slice_end){a->failing, failing_stack(a)};
	for (unsigned i = 0; a->fails.c->bugs && i < bug->waits; i++)
		end[ends++] = (struct slice_end){
			bug->wait[i].thread, &bug->wait[i].stack};
	slice_find(&a->slice, a->lines, &a->fails, &a->passes, end, ends);
}

static struct noted noted_as(const struct course *a, uint32_t step)
{
	const struct item *item = &a->step[step].item;

	return (struct noted){item->at, item->is_data, true};
}

static void note(struct decisive *out, const struct compare *a)
{
	for (unsigned i = 0; i < NOTED; i++) {
		uint32_t at = a->middle[i];

		if (at == NONE)
			continue;
		out->note[i] = noted_as(&a->fails, at);
		if (a->fails.step[at].match != NONE)
			out->there[i] =
				noted_as(&a->passes, a->fails.step[at].match);
	}
	if (a->best.next != NONE) {
		const struct noted next = noted_as(&a->passes, a->best.next);

		out->next = next.at;
		out->next_is_data = next.is_data;
		out->next_there = true;
		out->there[DECISIVE_BEFORE] = next;
	}
}

bool decisive_find(
	struct names *n, const struct found *found, struct decisive *out)
{
	struct compare a = {.failing = TID_NONE, .middle = {NONE, NONE, NONE}};
	bool known = false;

	memset(out, 0, sizeof *out);
	if (!found->passing || !found->replay || !found->confirmed)
		return false;
	out->fails = found->replay;
	out->passes = found->passing;
	if (found->replay->bugs)
		a.failing = found->replay->bug[0].thread;
	a.lines = lines_new(n);
	if (!a.lines)
		return false;
	if (course_new(&a.fails, out->fails) &
		course_new(&a.passes, out->passes)) {
		if (course_match(&a.fails, &a.passes)) {
			find_slice(&a);
			turned(&a);
			freed(&a);
			misused(&a);
			not_there(&a, false);
			turned_later(&a);
			if (a.score / 2 < TIER_MEMORY * (SLICE_FAR + 1u))
				not_there(&a, true);
		}
		if (!a.score)
			turned_in_kernel(&a);
		known = a.score && !a.others;
		if (known)
			note(out, &a);
	}
	course_free(&a.fails);
	course_free(&a.passes);
	lines_free(a.lines);
	return known;
}

/* --- in words ---------------------------------------------------------------
 */

static bool part_of(const struct decisive *d, enum decisive_part part,
	const struct channel **c, struct item *item)
{
	*item = (struct item){0};
	if (d->note[part].there) {
		*c = d->fails;
		item->at = d->note[part].at;
		item->is_data = d->note[part].is_data;
		return true;
	}
	*c = d->passes;
	item->at = d->next;
	item->is_data = d->next_is_data;
	return part == DECISIVE_BEFORE && d->next_there;
}

bool decisive_step(struct names *n, const struct decisive *d,
	enum decisive_part part, struct decisive_step *out)
{
	static const char *const does[DATA_KINDS] = {[DATA_READ] = "read",
		[DATA_WRITE] = "write",
		[DATA_ALLOCATE] = "allocation",
		[DATA_FREE] = "free"};
	const struct channel_stack *s;
	const struct trace_event *e;
	const struct channel *c;
	struct item item;
	bool memory;

	memset(out, 0, sizeof *out);
	if (!part_of(d, part, &c, &item))
		return false;
	e = course_event(c, &item);
	memory = !e || op_info[e->kind].told == TOLD_memory;
	n->now = e ? item.at : c->data[item.at].events;
	s = stack_of(c, &item);
	out->thread = s->thread;
	out->at = names_frame(n, s->pc, s->frames);
	names_object(n, place_in(c, &item),
		!memory ? 0
		: e	? e->size
		: c->data[item.at].kind >= DATA_ALLOCATE
			? NAMES_BLOCK
			: c->data[item.at].size,
		out->object, sizeof out->object);
	snprintf(out->what, sizeof out->what, "%s",
		!e		      ? does[c->data[item.at].kind]
		: e->kind == OP_flush ? "late store"
				      : op_info[e->kind].text);
	if (e && !memory) {
		char on[128];

		words_object(n, e, on, sizeof on);
		snprintf(out->what, sizeof out->what, "%.60s%.130s",
			op_info[e->kind].text, on);
	}
	return true;
}

static bool is_memory(const struct decisive *d, enum decisive_part part)
{
	const struct channel *c;
	const struct trace_event *e;
	struct item item;

	if (!part_of(d, part, &c, &item))
		return false;
	e = course_event(c, &item);
	return !e || op_info[e->kind].told == TOLD_memory;
}

/* "T1's write of count (a.c:12)" */
static void say(struct names *n, const struct decisive *d,
	enum decisive_part part, bool object, char *out, size_t size)
{
	struct decisive_step s;
	char where[160];

	out[0] = '\0';
	if (!decisive_step(n, d, part, &s))
		return;
	names_frame_where(s.at, where, sizeof where);
	object = object && is_memory(d, part);
	snprintf(out, size, "%s's %.120s%s%.120s (%.120s)",
		names_thread(s.thread), s.what, object ? " of " : "",
		object ? s.object : "", where);
}

void decisive_text(
	struct names *n, const struct decisive *d, char *out, size_t size)
{
	char step[420], after[420], before[420];

	say(n, d, DECISIVE_STEP, true, step, sizeof step);
	say(n, d, DECISIVE_AFTER, false, after, sizeof after);
	say(n, d, DECISIVE_BEFORE, false, before, sizeof before);
	if (after[0])
		snprintf(out, size,
			"It fails because %s comes between %s and %s.", step,
			after, before);
	else
		snprintf(out, size, "It fails because %s comes before %s.",
			step, before);
}
