/* SPDX-License-Identifier: MIT */
#include "report/rounds.h"

#include <stdlib.h>
#include <string.h>

enum {
	PLACES = 1
		 << 14, /* between two rows that are told apart; a power of 2 */
	FEWEST = 2	/* rounds that are worth a line */
};

struct place {
	uint64_t key;
	uint32_t gap; /* in which it was counted last, plus one */
	uint32_t times;
};

struct count {
	struct sequence *s;
	const struct channel *c;
	struct place place[PLACES];
	uint32_t room, gap, used;
	tid most; /* threads up to this one have rounds */
	struct {
		uint32_t gap, at, rounds;
	} of[THREADS_MAX];
};

/* Who does what, called from where. */
static uint64_t key_of(
	uint8_t kind, bool is_data, tid t, const struct channel_stack *stack)
{
	uint64_t key = (uint64_t)t << 16 | kind | (is_data ? 1 << 8 : 0);

	for (uint32_t i = 0; i < stack->frames; i++)
		key = (key ^ stack->pc[i]) * 0x9e3779b97f4a7c15ull;
	return key ^ key >> 29;
}

static uint32_t times(struct count *n, uint64_t key)
{
	size_t i = (size_t)key & (PLACES - 1);

	while (n->place[i].gap == n->gap + 1 && n->place[i].key != key)
		i = (i + 1) & (PLACES - 1);
	if (n->place[i].gap != n->gap + 1) {
		if (n->used == PLACES / 2)
			return 0;
		n->used++;
		n->place[i] = (struct place){key, n->gap + 1, 0};
	}
	return ++n->place[i].times;
}

static void left_out(struct count *n, uint32_t item)
{
	const struct item *i = &n->s->item[item];
	const struct trace_event *e = &n->c->event[i->at];
	const struct trace_data *d = &n->c->data[i->at];
	tid t = i->is_data ? d->thread : e->thread;
	uint32_t rounds =
		times(n, i->is_data ? key_of(d->kind, true, t, &d->stack)
				    : key_of(e->kind, false, t, &e->stack));

	n->most = n->most > t ? n->most : t;
	if (n->of[t].gap != n->gap + 1) {
		n->of[t].gap = n->gap + 1;
		n->of[t].rounds = 0;
	}
	if (rounds > n->of[t].rounds) {
		n->of[t].rounds = rounds;
		n->of[t].at = item;
	}
}

static void add(struct count *n, const struct gap *gap)
{
	struct sequence *s = n->s;

	if (s->gaps == n->room) {
		uint32_t room = n->room ? 2 * n->room : 16;
		struct gap *more = realloc(s->gap, room * sizeof *more);

		if (!more)
			return;
		s->gap = more;
		n->room = room;
	}
	s->gap[s->gaps++] = *gap;
}

static void end_gap(struct count *n, uint32_t before)
{
	for (tid t = 0; n->used && t <= n->most; t++)
		if (n->of[t].gap == n->gap + 1 && n->of[t].rounds >= FEWEST)
			add(n, &(struct gap){
				       before, n->of[t].at, n->of[t].rounds});
	n->gap += n->used > 0;
	n->used = 0;
}

void rounds_find(struct sequence *s, const struct channel *c)
{
	struct count *n = calloc(1, sizeof *n);

	if (!n)
		return;
	n->s = s;
	n->c = c;
	for (uint32_t i = 0; i < s->count; i++) {
		if (s->item[i].shown)
			end_gap(n, i);
		else if (s->item[i].row && !s->item[i].out)
			left_out(n, i);
	}
	end_gap(n, s->count);
	free(n);
}
