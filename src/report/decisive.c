/* SPDX-License-Identifier: MIT */
#include "report/decisive.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "report/words.h"

enum {
	STEPS_LOOKED = 6000, /* the last ones */
	READS_LOOKED = 3,    /* of the thread that fails */
	NONE = UINT32_MAX
};

/* --- what was done ----------------------------------------------------------
 */

struct step {
	struct touch is;
	struct item item;
	uint32_t place; /* in the sequence */
	uint32_t match; /* the same in the other execution, or NONE */
	uint64_t key;
};

struct course {
	const struct channel *c;
	struct sequence sequence;
	struct step *step;
	uint32_t steps;
};

static const struct trace_event *event_of(
	const struct channel *c, const struct item *i)
{
	return i->is_data ? NULL : &c->event[i->at];
}

static const struct channel_stack *stack_of(
	const struct channel *c, const struct item *i)
{
	return i->is_data ? &c->data[i->at].stack : &c->event[i->at].stack;
}

static const struct channel_place *place_in(
	const struct channel *c, const struct item *i)
{
	return i->is_data ? &c->data[i->at].place : &c->event[i->at].place;
}

static uint64_t key_of(const struct channel *c, const struct item *i)
{
	const struct channel_stack *s = stack_of(c, i);
	uint64_t kind =
		i->is_data ? 256u + c->data[i->at].kind : c->event[i->at].kind;
	uint64_t key = hash_mix(kind << 16 | s->thread);

	for (uint32_t f = 0; f < s->frames && f < STACK_MAX; f++)
		key = hash_mix(key ^ s->pc[f]);
	return key;
}

static bool course_new(struct course *a, const struct channel *c)
{
	uint32_t from = 0, n = 0;

	memset(a, 0, sizeof *a);
	a->c = c;
	sequence_new(&a->sequence, c, NULL, true);
	for (uint32_t i = 0; i < a->sequence.count; i++)
		n += sequence_touch(c, &a->sequence.item[i]).size != 0;
	a->step = calloc(n + 1, sizeof *a->step);
	if (!a->step)
		return false;
	from = n > STEPS_LOOKED ? n - STEPS_LOOKED : 0;
	n = 0;
	for (uint32_t i = 0; i < a->sequence.count; i++) {
		const struct item *item = &a->sequence.item[i];
		struct touch t = sequence_touch(c, item);

		if (!t.size || n++ < from)
			continue;
		a->step[a->steps++] =
			(struct step){t, *item, i, NONE, key_of(c, item)};
	}
	return true;
}

static void course_free(struct course *a)
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

static bool match(struct course *a, struct course *b)
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

/* --- which order is another one ---------------------------------------------
 */

/* Two threads' steps, by the order of the execution that fails. */
struct turned {
	uint32_t first;	       /* there */
	uint32_t second, next; /* there, or in the other one alone; else NONE */
};

struct compare {
	struct course fails, passes;
	tid failing;
	uint32_t reads[READS_LOOKED], read; /* what decided that it fails */
	struct turned best;
	uint32_t middle[3]; /* DECISIVE_..., as of `best`; NONE: no such */
	unsigned score;
	tid a, b;
	uint64_t others; /* pairs of other threads that say as much */
};

static bool conflict(const struct step *a, const struct step *b)
{
	return a->is.thread != b->is.thread &&
	       (a->is.changes || b->is.changes) &&
	       a->is.address < b->is.address + b->is.size &&
	       b->is.address < a->is.address + a->is.size;
}

/* How much it says to a reader that these were turned. */
enum tier {
	TIER_NONE,
	TIER_LOCKS,
	TIER_OTHERS,
	TIER_MEMORY
};

static enum tier tier_of(const struct channel *c, const struct step *s)
{
	const struct trace_event *e = event_of(c, &s->item);

	if (!e || op_info[e->kind].told == TOLD_memory)
		return TIER_MEMORY;
	switch (op_info[e->kind].class) {
	case CLASS_lock:
	case CLASS_unlock:
	case CLASS_rwlock:
		return TIER_LOCKS;
	case CLASS_io:
	case CLASS_process:
	case CLASS_heap:
		return e->kind == OP_heap_free ? TIER_MEMORY : TIER_NONE;
	default:
		return TIER_OTHERS;
	}
}

static bool overlaps(const struct step *a, const struct step *b)
{
	return a->is.address < b->is.address + b->is.size &&
	       b->is.address < a->is.address + a->is.size;
}

/* 2: it is what the failing thread looked at last; 1: it is on the same. */
static unsigned decides(const struct compare *a, const struct step *s)
{
	unsigned is = 0;

	for (uint32_t i = 0; i < a->read; i++) {
		const struct step *look = &a->fails.step[a->reads[i]];

		if (look == s && !s->is.changes)
			return 2;
		is |= overlaps(look, s);
	}
	return is;
}

/* Where in the execution that fails a thread came to be, or was waited for;
 * NONE: nowhere. */
static uint32_t place_of_thread(const struct course *a, enum op kind, tid t)
{
	for (uint32_t i = 0; i < a->sequence.count; i++) {
		const struct trace_event *e =
			event_of(a->c, &a->sequence.item[i]);

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
		if (s[i].is.thread == z->is.thread && overlaps(&s[i], &s[y])) {
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
			overlaps(&s[i], &s[y])) {
			if (is_torn(&s[x], &s[y], &s[i]) &&
				free_to_turn(a, &s[x], &s[y], &s[i]))
				return i;
			if (s[i].is.changes || !s[x].is.changes)
				return NONE;
		}
	return NONE;
}

static bool same_threads(
	const struct compare *a, const struct step *x, const struct step *y)
{
	return (a->a == x->is.thread && a->b == y->is.thread) ||
	       (a->b == x->is.thread && a->a == y->is.thread);
}

/* A pair is turned: is it the one to be told? */
static void consider(struct compare *a, struct turned t)
{
	const struct step *first = &a->fails.step[t.first];
	const struct step *second = t.second != NONE ? &a->fails.step[t.second]
						     : &a->passes.step[t.next];
	bool there = t.second != NONE;
	enum tier tier = tier_of(a->fails.c, first);
	uint32_t torn[3] = {t.first, NONE, t.second};
	unsigned score, looks;

	if (tier == TIER_NONE)
		return;
	torn[DECISIVE_AFTER] = before_it(a, t.first, second, there);
	if (torn[DECISIVE_AFTER] == NONE && there) {
		uint32_t z = behind_it(a, t.first, t.second);

		if (z != NONE) {
			torn[DECISIVE_STEP] = t.second;
			torn[DECISIVE_AFTER] = t.first;
			torn[DECISIVE_BEFORE] = z;
			t.next = NONE;
		}
	}
	looks = decides(a, first);
	if (there && decides(a, second) > looks)
		looks = decides(a, second);
	score = 8u * tier + 2u * looks + (torn[DECISIVE_AFTER] != NONE);
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
	memcpy(a->middle, torn, sizeof torn);
}

static void turned(struct compare *a)
{
	const struct step *s = a->fails.step;

	for (uint32_t j = 0; j < a->fails.steps; j++)
		for (uint32_t i = 0; i < j && s[j].match != NONE; i++)
			if (s[i].match != NONE && s[j].match < s[i].match &&
				conflict(&s[i], &s[j]))
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
			if (p[i].match != NONE && conflict(&p[i], &p[k]))
				consider(a,
					(struct turned){p[i].match, NONE, k});
	}
}

static void find_reads(struct compare *a)
{
	for (uint32_t i = a->fails.steps; i-- > 0 && a->read < READS_LOOKED;)
		if (a->fails.step[i].is.thread == a->failing &&
			!a->fails.step[i].is.changes &&
			tier_of(a->fails.c, &a->fails.step[i]) == TIER_MEMORY)
			a->reads[a->read++] = i;
}

static void note(struct decisive *out, const struct compare *a)
{
	for (unsigned i = 0; i < NOTED; i++) {
		uint32_t at = a->middle[i];

		if (at == NONE)
			continue;
		out->note[i] = (struct noted){a->fails.step[at].item.at,
			a->fails.step[at].item.is_data, true};
	}
	if (a->best.next != NONE) {
		const struct item *item = &a->passes.step[a->best.next].item;

		out->next = item->at;
		out->next_is_data = item->is_data;
		out->next_there = true;
	}
}

bool decisive_find(const struct found *found, struct decisive *out)
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
	if (course_new(&a.fails, out->fails) &
		course_new(&a.passes, out->passes)) {
		find_reads(&a);
		if (match(&a.fails, &a.passes)) {
			turned(&a);
			turned_later(&a);
		}
		known = a.score && !a.others;
		if (known)
			note(out, &a);
	}
	course_free(&a.fails);
	course_free(&a.passes);
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
	e = event_of(c, &item);
	memory = !e || op_info[e->kind].told == TOLD_memory;
	n->now = e ? item.at : c->data[item.at].events;
	s = stack_of(c, &item);
	out->thread = s->thread;
	out->at = names_frame(n, s->pc, s->frames);
	names_object(n, place_in(c, &item),
		!memory ? 0
		: e	? e->size
		: c->data[item.at].kind >= DATA_ALLOCATE
			? 0
			: c->data[item.at].size,
		out->object, sizeof out->object);
	snprintf(out->what, sizeof out->what, "%s",
		e ? op_info[e->kind].text : does[c->data[item.at].kind]);
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
	e = event_of(c, &item);
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
