/* SPDX-License-Identifier: MIT */
#include "report/html/pair.h"

#include "channel/channel.h"

enum {
	AFTER = 64,	/* operations of the one that was stopped */
	BETWEEN = 4096, /* of the others */
	BEFORE = 256,	/* of the one that was stopped */
	WORK = 20000000 /* items that are looked at in all */
};

struct search {
	const struct sequence *s;
	const struct channel *c;
	struct pair best;
	unsigned score;
	const struct stop *stop; /* that it is of */
	uint64_t work;
	tid failing; /* TID_NONE: unknown */
};

enum {
	OF_THE_FAILING = 1, /* added to what follows */
	LATE = 2,
	SPLIT = 4,
	LOST = 6
};

static tid thread_of(const struct search *q, uint32_t item)
{
	const struct item *i = &q->s->item[item];

	return i->is_data ? q->c->data[i->at].thread
			  : q->c->event[i->at].thread;
}

static bool is_memory(const struct search *q, uint32_t item)
{
	const struct item *i = &q->s->item[item];

	return i->is_data ||
	       op_info[q->c->event[i->at].kind].told == TOLD_memory;
}

static bool overlap(const struct touch *a, const struct touch *b)
{
	return a->size && b->size && a->address < b->address + b->size &&
	       b->address < a->address + a->size;
}

/* Where the one that was stopped touched the same before. */
static uint32_t earlier(
	const struct search *q, const struct stop *stop, const struct touch *t)
{
	uint32_t i = stop->item;

	for (unsigned n = 0; i-- > 0 && n < BEFORE;) {
		struct touch b;

		if (thread_of(q, i) != stop->thread)
			continue;
		n++;
		b = sequence_touch(q->c, &q->s->item[i]);
		if (overlap(&b, t))
			return i;
	}
	return PAIR_NONE;
}

static bool is_lock(const struct search *q, uint32_t item)
{
	const struct item *i = &q->s->item[item];
	uint8_t class = i->is_data ? CLASS_data
				   : op_info[q->c->event[i->at].kind].class;

	return class == CLASS_lock || class == CLASS_unlock ||
	       class == CLASS_rwlock;
}

/* How well it explains a failure; 0: not at all. */
static unsigned score_of(const struct search *q, const struct pair *p)
{
	bool after = sequence_touch(q->c, &q->s->item[p->after]).changes;
	bool before;

	if (is_lock(q, p->after))
		return 0;
	if (!is_memory(q, p->after) || p->before == PAIR_NONE)
		return LATE;
	before = sequence_touch(q->c, &q->s->item[p->before]).changes;
	if (!before && after)
		return LOST;
	return before && !after ? 0 : SPLIT;
}

/* The last that another thread did to it meanwhile. */
static void against(struct search *q, const struct stop *stop, uint32_t resumed,
	uint32_t after)
{
	struct touch t = sequence_touch(q->c, &q->s->item[after]), b;
	unsigned score, n = 0;

	for (uint32_t i = resumed; t.size && i-- > stop->item && n < BETWEEN;
		n++) {
		struct pair found = {PAIR_NONE, i, after};

		q->work++;
		b = sequence_touch(q->c, &q->s->item[i]);
		if (b.thread == stop->thread || !overlap(&b, &t) ||
			!(b.changes || t.changes))
			continue;
		found.before = earlier(q, stop, &t);
		score = score_of(q, &found);
		if (score && stop->thread == q->failing)
			score += OF_THE_FAILING;
		if (score > q->score ||
			(score && score == q->score && stop == q->stop)) {
			q->stop = stop;
			q->score = score;
			q->best = found;
		}
		return;
	}
}

/* Of what a thread does when it goes on the first access to each thing. */
static bool again(const struct search *q, const struct stop *stop,
	uint32_t resumed, uint32_t item)
{
	struct touch t = sequence_touch(q->c, &q->s->item[item]), b;

	while (item-- > resumed) {
		b = sequence_touch(q->c, &q->s->item[item]);
		if (b.thread == stop->thread && overlap(&b, &t))
			return true;
	}
	return false;
}

static void look_at(struct search *q, const struct stop *stop)
{
	uint32_t resumed = stop->item + 1;
	unsigned n = 0;

	while (resumed < q->s->count && thread_of(q, resumed) != stop->thread)
		resumed++;
	for (uint32_t i = resumed;
		i < q->s->count && n < AFTER && i - resumed < BETWEEN; i++) {
		q->work++;
		if (thread_of(q, i) != stop->thread)
			continue;
		n++;
		if (!again(q, stop, resumed, i))
			against(q, stop, resumed, i);
	}
}

static uint32_t failing_item(const struct search *q)
{
	for (uint32_t i = q->s->count; i-- > 0;)
		if (!q->s->item[i].is_data &&
			q->c->event[q->s->item[i].at].flags & EVENT_FAILED)
			return i;
	return PAIR_NONE;
}

/* The free of the block that the failure is about, and the failure. */
static bool freed(const struct search *q, struct pair *out)
{
	const struct channel_place *p = &q->c->bug[0].place;
	uint32_t end = failing_item(q);

	if (!q->c->bugs || !p->block || !p->freed_pc || end == PAIR_NONE)
		return false;
	for (uint32_t i = end; i-- > 0;) {
		const struct item *item = &q->s->item[i];
		const struct channel_place *at =
			item->is_data ? &q->c->data[item->at].place
				      : &q->c->event[item->at].place;
		bool frees =
			item->is_data
				? q->c->data[item->at].kind == DATA_FREE
				: q->c->event[item->at].kind == OP_heap_free;

		if (frees && at->block == p->block &&
			at->block_life == p->block_life) {
			*out = (struct pair){PAIR_NONE, i, end};
			return true;
		}
	}
	return false;
}

struct pair pair_find(const struct sequence *s, const struct channel *c,
	const struct stop *stop, uint32_t stops)
{
	struct search q = {s, c, {PAIR_NONE, PAIR_NONE, PAIR_NONE}, 0, NULL, 0,
		c->bugs ? c->bug[0].thread : TID_NONE};

	if (freed(&q, &q.best))
		return q.best;
	while (stops-- > 0 && q.score < LOST + OF_THE_FAILING && q.work < WORK)
		look_at(&q, &stop[stops]);
	return q.best;
}
