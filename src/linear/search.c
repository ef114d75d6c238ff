/* SPDX-License-Identifier: MIT */
/* search.c - Wing and Gong's search in Lowe's just-in-time form
 *
 * Why it is right: docs/design/027-linearizability.md.  An operation that is
 * open has a slot; which operation that is at a rank depends on the history
 * alone.  A configuration is a row of words: the rank, which slots are placed,
 * the state.
 */
#include "linear/search.h"

#include <stdlib.h>
#include <string.h>

#include "linear/rows.h"

enum {
	BITS = 64,
	NOBODY = -1,
};

/* Where the search can go on otherwise. */
struct frame {
	size_t row;	 /* its configuration */
	size_t ordered;	 /* how long the order was */
	uint32_t first;	 /* next candidate: a slot, */
	uint32_t second; /* and one that it makes a step with; 0: alone */
};

struct event {
	uint32_t op;
	bool back;
};

/* What was open in a slot, by its call. */
struct slot {
	uint32_t *op;
	size_t ops, room;
};

struct search {
	const struct linear_part *part;
	const struct linear_limits *limits;
	struct linear_found *found;
	struct event *event;
	uint32_t events;
	uint32_t *slot_of; /* by operation */
	struct slot *slot;
	uint32_t slots, bits;	   /* words of bits */
	int64_t *now;		   /* configuration: rank, bits, state */
	struct linear_state state; /* lies in it */
	struct rows seen;
	struct frame *frame;
	size_t frames, room;
};

static uint64_t *placed_word(struct search *s, uint32_t slot)
{
	return (uint64_t *)&s->now[1 + slot / BITS];
}

static bool is_placed(struct search *s, uint32_t slot)
{
	return *placed_word(s, slot) >> (slot % BITS) & 1;
}

static void set_placed(struct search *s, uint32_t slot, bool yes)
{
	uint64_t bit = (uint64_t)1 << (slot % BITS);

	if (yes)
		*placed_word(s, slot) |= bit;
	else
		*placed_word(s, slot) &= ~bit;
}

/* Who is open in a slot at the present rank; NOBODY. */
static int64_t open_in(struct search *s, uint32_t slot)
{
	const struct slot *l = &s->slot[slot];
	const struct linear_op *op = s->part->op;
	size_t low = 0, high = l->ops;

	while (low < high) {
		size_t half = low + (high - low) / 2;

		if (op[l->op[half]].call < (uint64_t)s->now[0])
			low = half + 1;
		else
			high = half;
	}
	if (!low || op[l->op[low - 1]].back < (uint64_t)s->now[0])
		return NOBODY;
	return l->op[low - 1];
}

/* The same, if it can be placed. */
static int64_t candidate(struct search *s, uint32_t slot)
{
	int64_t i = open_in(s, slot);

	if (i == NOBODY || is_placed(s, slot) ||
		s->part->op[i].end == LINEAR_BLOCKED)
		return NOBODY;
	return i;
}

static void put(struct search *s, uint32_t op)
{
	s->found->order[s->found->ordered++] = op;
}

/* What is pure and fits fits nowhere better. */
static void place_pure(struct search *s)
{
	for (uint32_t slot = 0; slot < s->slots; slot++) {
		int64_t i = candidate(s, slot);

		if (i == NOBODY || !s->part->spec->pure(&s->part->op[i]))
			continue;
		s->found->steps++;
		if (s->part->spec->step(&s->state, &s->part->op[i]) !=
			STEP_FITS)
			continue;
		set_placed(s, slot, true);
		put(s, (uint32_t)i);
	}
}

/* Up to a return of what has not been placed, or the end. */
static void advance(struct search *s)
{
	for (; s->now[0] < s->events; s->now[0]++) {
		const struct event *e = &s->event[s->now[0]];
		uint32_t slot = s->slot_of[e->op];

		if (!e->back)
			continue;
		if (!is_placed(s, slot))
			place_pure(s);
		if (!is_placed(s, slot))
			break;
		set_placed(s, slot, false);
	}
	if (s->now[0] > s->found->wrong)
		s->found->wrong = (uint32_t)s->now[0];
}

/* At the end: whoever is blocked has to wait.  False: the state is lost. */
static bool all_wait(struct search *s)
{
	for (size_t i = 0; i < s->part->ops; i++) {
		const struct linear_op *op = &s->part->op[i];

		if (op->end != LINEAR_BLOCKED)
			continue;
		s->found->steps++;
		if (s->part->spec->step(&s->state, op) != STEP_WAITS)
			return false;
	}
	return true;
}

static size_t words_now(const struct search *s)
{
	return 1 + s->bits + s->state.words;
}

static void restore(struct search *s, size_t row)
{
	size_t words;
	const int64_t *from = rows_row(&s->seen, row, &words);

	memcpy(s->now, from, words * sizeof *from);
	s->state.words = words - 1 - s->bits;
}

/* Keeps the present configuration, if it is new, to be gone on from. */
static enum rows_answer keep(struct search *s)
{
	size_t row;
	enum rows_answer answer =
		rows_add(&s->seen, s->now, words_now(s), &row);

	if (answer != ROWS_NEW)
		return answer;
	if (s->frames == s->room) {
		size_t room = 2 * s->room + 64;
		struct frame *frame = realloc(s->frame, room * sizeof *frame);

		if (!frame)
			return ROWS_FULL;
		s->frame = frame;
		s->room = room;
	}
	s->frame[s->frames++] = (struct frame){row, s->found->ordered, 0, 0};
	return ROWS_NEW;
}

static bool same_call(const struct search *s, const struct linear_op *a,
	const struct linear_op *b)
{
	for (int i = 0; i < LINEAR_ARGUMENTS; i++)
		if (a->argument[i] != b->argument[i])
			return false;
	return a->name == b->name && a->result == b->result &&
	       (!s->part->spec->by_thread || a->thread == b->thread);
}

/* Of pending operations that are the same, the first is tried. */
static bool has_twin(
	struct search *s, uint32_t slot, const struct linear_op *op)
{
	if (op->end != LINEAR_PENDING)
		return false;
	for (uint32_t other = 0; other < slot; other++) {
		int64_t i = candidate(s, other);

		if (i != NOBODY && s->part->op[i].end == LINEAR_PENDING &&
			same_call(s, &s->part->op[i], op))
			return true;
	}
	return false;
}

/* The slot that is tried as number n: first whose return waits. */
static uint32_t slot_at(struct search *s, uint32_t n)
{
	uint32_t first;

	if (s->now[0] >= s->events)
		return n;
	first = s->slot_of[s->event[s->now[0]].op];
	return n == 0 ? first : n <= first ? n - 1 : n;
}

/* Makes the next step that fits from the frame's configuration.  The present
 * one is that of the frame.  False: there are no more. */
static bool try_next(struct search *s, struct frame *f)
{
	const struct linear_spec *spec = s->part->spec;
	bool pairs = s->part->pairs && spec->pair;

	for (; f->first < s->slots; f->first++, f->second = 0) {
		uint32_t a = slot_at(s, f->first);
		int64_t i = candidate(s, a);
		const struct linear_op *op = &s->part->op[i < 0 ? 0 : i];

		if (i == NOBODY || has_twin(s, a, op))
			continue;
		for (; f->second <= (pairs ? s->slots : 0);) {
			uint32_t n = f->second++, b;
			int64_t k;

			if (n == 0) {
				if (spec->pure(op))
					continue; /* it did not fit */
				s->found->steps++;
				if (spec->step(&s->state, op) == STEP_FITS) {
					set_placed(s, a, true);
					put(s, (uint32_t)i);
					return true;
				}
				continue;
			}
			b = n - 1;
			k = candidate(s, b);
			if (k == NOBODY || k == i)
				continue;
			s->found->steps++;
			if (spec->pair(&s->state, op, &s->part->op[k]) ==
				STEP_FITS) {
				set_placed(s, a, true);
				set_placed(s, b, true);
				put(s, (uint32_t)i | LINEAR_WITH_NEXT);
				put(s, (uint32_t)k);
				return true;
			}
		}
	}
	return false;
}

/* The present configuration is one to go on from, or the last one. */
static bool arrive(struct search *s, enum linear_answer *answer)
{
	enum rows_answer seen;

	advance(s);
	seen = keep(s);
	if (seen == ROWS_FULL)
		*answer = LINEAR_NO_MEMORY;
	else if (seen == ROWS_NEW && s->now[0] == s->events && all_wait(s))
		*answer = LINEAR_EXPLAINED;
	else
		return false;
	return true;
}

static enum linear_answer run(struct search *s)
{
	enum linear_answer answer;

	if (arrive(s, &answer))
		return answer;
	while (s->frames) {
		struct frame *f = &s->frame[s->frames - 1];

		if (s->limits->steps && s->found->steps > s->limits->steps)
			return LINEAR_NO_STEPS;
		restore(s, f->row);
		s->found->ordered = f->ordered;
		if (!try_next(s, f))
			s->frames--;
		else if (arrive(s, &answer))
			return answer;
	}
	return LINEAR_WRONG;
}

/* --- the beginning ----------------------------------------------------------
 */

static bool slot_add(struct slot *l, uint32_t op)
{
	if (l->ops == l->room) {
		size_t room = 2 * l->room + 8;
		uint32_t *more = realloc(l->op, room * sizeof *more);

		if (!more)
			return false;
		l->op = more;
		l->room = room;
	}
	l->op[l->ops++] = op;
	return true;
}

/* Without a return nothing pure matters. */
static bool matters(const struct search *s, const struct linear_op *op)
{
	return op->end != LINEAR_PENDING || !s->part->spec->pure(op);
}

static bool list_events(struct search *s)
{
	size_t n = s->part->ops;

	s->event = calloc(2 * n + 1, sizeof *s->event);
	s->slot_of = calloc(n + 1, sizeof *s->slot_of);
	s->slot = calloc(n + 1, sizeof *s->slot);
	if (!s->event || !s->slot_of || !s->slot)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		const struct linear_op *op = &s->part->op[i];

		s->event[op->call] = (struct event){i, false};
		s->events++;
		if (op->back == RANK_NEVER)
			continue;
		s->event[op->back] = (struct event){i, true};
		s->events++;
	}
	return true;
}

/* A slot that is free is taken again: the last one that became so. */
static bool give_slots(struct search *s)
{
	uint32_t *is_free = calloc(s->part->ops + 1, sizeof *is_free);
	uint32_t frees = 0;
	bool good = is_free;

	for (uint32_t rank = 0; good && rank < s->events; rank++) {
		uint32_t i = s->event[rank].op;

		if (!matters(s, &s->part->op[i]))
			continue;
		if (s->event[rank].back) {
			is_free[frees++] = s->slot_of[i];
			continue;
		}
		s->slot_of[i] = frees ? is_free[--frees] : s->slots++;
		good = slot_add(&s->slot[s->slot_of[i]], i);
	}
	free(is_free);
	s->bits = (s->slots + BITS - 1) / BITS;
	return good;
}

static bool begin(struct search *s)
{
	if (!list_events(s) || !give_slots(s))
		return false;
	rows_begin(&s->seen, s->limits->memory);
	s->now =
		calloc(1 + s->bits + STATE_WORDS(s->part->ops), sizeof *s->now);
	if (!s->now)
		return false;
	s->state.word = s->now + 1 + s->bits;
	s->part->spec->begin(&s->state, s->part->initial);
	return true;
}

static void end(struct search *s)
{
	for (size_t i = 0; s->slot && i < s->part->ops; i++)
		free(s->slot[i].op);
	free(s->event);
	free(s->slot_of);
	free(s->slot);
	free(s->now);
	free(s->frame);
	rows_end(&s->seen);
}

enum linear_answer linear_search(const struct linear_part *part,
	const struct linear_limits *limits, struct linear_found *found)
{
	struct search s = {.part = part, .limits = limits, .found = found};
	enum linear_answer answer = LINEAR_NO_MEMORY;

	found->ordered = 0;
	found->wrong = 0;
	if (begin(&s))
		answer = run(&s);
	if (answer == LINEAR_WRONG && found->wrong == s.events)
		found->wrong = RANK_NEVER;
	end(&s);
	return answer;
}
