/* SPDX-License-Identifier: MIT */
/* interleave.c - a search over (how far each thread is, states)
 *
 * A configuration is a row of words: for each thread how many of its operations
 * have been made or left out, and for each piece the length of its state and
 * that state.
 */
#include "linear/interleave.h"

#include <stdlib.h>
#include <string.h>

#include "linear/rows.h"

struct frame {
	size_t row;
	size_t ordered;
	uint32_t next; /* 2 * thread: make its next one; + 1: leave it out */
};

struct thread {
	uint32_t number;
	uint32_t *op; /* in its order */
	size_t ops;
};

struct interleave {
	const struct linear_pieces *all;
	const struct linear_limits *limits;
	struct linear_found *found;
	struct thread *thread;
	size_t threads;
	uint32_t *in_order; /* what the threads' lists lie in */
	int64_t *now, *other;
	size_t words;
	struct linear_state state; /* of one piece, for a step */
	struct rows seen;
	struct frame *frame;
	size_t frames, room;
};

/* The thread's next one; NULL: it has no more. */
static const struct linear_op *next_of(
	const struct interleave *s, size_t t, uint32_t *i)
{
	if ((size_t)s->now[t] == s->thread[t].ops)
		return NULL;
	*i = s->thread[t].op[s->now[t]];
	return &s->all->op[*i];
}

/* Where the state of a piece lies. */
static size_t place_of(const struct interleave *s, uint32_t piece)
{
	size_t at = s->threads;

	while (piece--)
		at += 1 + (size_t)s->now[at];
	return at;
}

static enum linear_step try_step(struct interleave *s, uint32_t i)
{
	uint32_t piece = s->all->piece[i];
	const struct linear_spec *spec = s->all->object[piece].spec;
	size_t at = place_of(s, piece);

	s->found->steps++;
	s->state.words = (size_t)s->now[at];
	memcpy(s->state.word, &s->now[at + 1], s->state.words * sizeof *s->now);
	return spec->step(&s->state, &s->all->op[i]);
}

/* The step that was tried becomes the present. */
static void take_step(struct interleave *s, size_t t, uint32_t i)
{
	size_t at = place_of(s, s->all->piece[i]);
	size_t behind = at + 1 + (size_t)s->now[at];
	int64_t *was = s->now;

	memcpy(s->other, s->now, at * sizeof *was);
	s->other[at] = (int64_t)s->state.words;
	memcpy(&s->other[at + 1], s->state.word, s->state.words * sizeof *was);
	memcpy(&s->other[at + 1 + s->state.words], &s->now[behind],
		(s->words - behind) * sizeof *was);
	s->words += at + 1 + s->state.words - behind;
	s->now = s->other;
	s->other = was;
	s->now[t]++;
	s->found->order[s->found->ordered++] = i;
}

static const struct linear_spec *spec_of(const struct interleave *s, uint32_t i)
{
	return s->all->object[s->all->piece[i]].spec;
}

/* What changes nothing and fits is made at once; what changes nothing and has
 * no result is left out. */
static void make_pure(struct interleave *s)
{
	for (size_t t = 0; t < s->threads;) {
		uint32_t i;
		const struct linear_op *op = next_of(s, t, &i);

		if (!op || op->end == LINEAR_BLOCKED ||
			!spec_of(s, i)->pure(op)) {
			t++;
		} else if (op->end == LINEAR_PENDING) {
			s->now[t]++;
		} else if (try_step(s, i) == STEP_FITS) {
			take_step(s, t, i);
		} else {
			t++;
		}
	}
}

static bool is_end(struct interleave *s)
{
	for (size_t t = 0; t < s->threads; t++) {
		uint32_t i;
		const struct linear_op *op = next_of(s, t, &i);

		if (op && (op->end != LINEAR_BLOCKED ||
				  try_step(s, i) != STEP_WAITS))
			return false;
	}
	return true;
}

static enum rows_answer keep(struct interleave *s)
{
	size_t row;
	enum rows_answer answer = rows_add(&s->seen, s->now, s->words, &row);

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
	s->frame[s->frames++] = (struct frame){row, s->found->ordered, 0};
	return ROWS_NEW;
}

/* The thread whose next one was called first; that is tried first, for most
 * histories are right, and nearly in this order. */
static size_t earliest(const struct interleave *s)
{
	size_t first = 0;
	uint32_t call = UINT32_MAX, i;

	for (size_t t = 0; t < s->threads; t++) {
		const struct linear_op *op = next_of(s, t, &i);

		if (!op || op->end == LINEAR_BLOCKED || op->call >= call)
			continue;
		call = op->call;
		first = t;
	}
	return first;
}

static bool try_next(struct interleave *s, struct frame *f)
{
	size_t first = earliest(s);

	while (f->next < 2 * s->threads) {
		size_t n = f->next / 2;
		size_t t = n == 0 ? first : n <= first ? n - 1 : n;
		bool leave_out = f->next++ % 2;
		uint32_t i;
		const struct linear_op *op = next_of(s, t, &i);

		if (!op || op->end == LINEAR_BLOCKED)
			continue;
		if (leave_out && op->end == LINEAR_PENDING) {
			s->now[t]++;
			return true;
		}
		if (!leave_out && try_step(s, i) == STEP_FITS) {
			take_step(s, t, i);
			return true;
		}
	}
	return false;
}

static bool arrive(struct interleave *s, enum linear_answer *answer)
{
	enum rows_answer seen;

	make_pure(s);
	seen = keep(s);
	if (seen == ROWS_FULL)
		*answer = LINEAR_NO_MEMORY;
	else if (seen == ROWS_NEW && is_end(s))
		*answer = LINEAR_EXPLAINED;
	else
		return false;
	return true;
}

static enum linear_answer run(struct interleave *s)
{
	enum linear_answer answer;

	if (arrive(s, &answer))
		return answer;
	while (s->frames) {
		struct frame *f = &s->frame[s->frames - 1];
		const int64_t *row;

		if (s->limits->steps && s->found->steps > s->limits->steps)
			return LINEAR_NO_STEPS;
		row = rows_row(&s->seen, f->row, &s->words);
		memcpy(s->now, row, s->words * sizeof *row);
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

struct key {
	uint32_t thread, call, op;
};

static int by_thread(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	return x->call < y->call ? -1 : x->call > y->call;
}

static bool list_threads(struct interleave *s)
{
	size_t n = s->all->ops;
	struct key *key = calloc(n + 1, sizeof *key);

	s->thread = calloc(n + 1, sizeof *s->thread);
	s->in_order = calloc(n + 1, sizeof *s->in_order);
	if (!key || !s->thread || !s->in_order) {
		free(key);
		return false;
	}
	for (uint32_t i = 0; i < n; i++)
		key[i] = (struct key){
			s->all->op[i].thread, s->all->op[i].call, i};
	qsort(key, n, sizeof *key, by_thread);
	for (size_t i = 0; i < n; i++) {
		s->in_order[i] = key[i].op;
		if (!i || key[i].thread != key[i - 1].thread)
			s->thread[s->threads++] = (struct thread){
				key[i].thread, &s->in_order[i], 0};
		s->thread[s->threads - 1].ops++;
	}
	free(key);
	return true;
}

static bool begin(struct interleave *s)
{
	size_t room;

	if (!list_threads(s))
		return false;
	rows_begin(&s->seen, s->limits->memory);
	room = s->threads + s->all->pieces * (1 + STATE_WORDS(0)) +
	       STATE_WORDS(s->all->ops);
	s->now = calloc(room, sizeof *s->now);
	s->other = calloc(room, sizeof *s->other);
	s->state.word = calloc(STATE_WORDS(s->all->ops), sizeof *s->state.word);
	if (!s->now || !s->other || !s->state.word)
		return false;
	s->words = s->threads;
	for (size_t i = 0; i < s->all->pieces; i++) {
		const struct linear_object *o = &s->all->object[i];

		o->spec->begin(&s->state, o->initial);
		s->now[s->words++] = (int64_t)s->state.words;
		for (size_t k = 0; k < s->state.words; k++)
			s->now[s->words++] = s->state.word[k];
	}
	return true;
}

enum linear_answer linear_interleave(const struct linear_pieces *all,
	const struct linear_limits *limits, struct linear_found *found)
{
	struct interleave s = {.all = all, .limits = limits, .found = found};
	enum linear_answer answer = LINEAR_NO_MEMORY;

	found->ordered = 0;
	found->wrong = RANK_NEVER;
	if (begin(&s))
		answer = run(&s);
	free(s.thread);
	free(s.in_order);
	free(s.now);
	free(s.other);
	free(s.state.word);
	free(s.frame);
	rows_end(&s.seen);
	return answer;
}
