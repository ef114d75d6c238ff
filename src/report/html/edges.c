/* SPDX-License-Identifier: MIT */
#include "report/html/edges.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "report/html/locks.h"
#include "report/touched.h"

#define NO_ITEM UINT32_MAX

/* Somebody gave an object's order away, or took it. */
struct node {
	uint32_t item, next; /* the one before of the same object */
	tid thread, to;	     /* TID_NONE: whoever takes it */
};

struct object {
	uint64_t address;
	uint32_t given, taken; /* newest node, NO_ITEM: none */
};

struct pass {
	struct edges *out;
	const struct sequence *s;
	const struct channel *c;
	struct object *object; /* by hash; a power of two */
	size_t size;
	struct node *node;
	uint32_t nodes;
	struct locks locks;
	struct touched touched;
	/* By thread: where it was created, ended, and was sent a signal last.
	 */
	uint32_t created[THREADS_MAX], ended[THREADS_MAX], sent[THREADS_MAX];
	uint32_t met[THREADS_MAX];  /* item of the take that has its edge */
	uint32_t late[THREADS_MAX]; /* parts of stores in its buffer */
};

static void add(struct pass *p, uint32_t from, uint32_t to, enum edge_kind kind)
{
	struct edges *e = p->out;

	if (e->count == e->room) {
		uint32_t room = e->room ? 2 * e->room : 256;
		struct edge *at = realloc(e->at, room * sizeof *at);

		if (!at)
			return;
		e->at = at;
		e->room = room;
	}
	e->at[e->count++] = (struct edge){from, to, kind};
}

/* --- what synchronises -------------------------------------------------------
 */

static struct object *object_of(struct pass *p, uint64_t address)
{
	size_t i = hash_mix(address) & (p->size - 1);

	while (p->object[i].address && p->object[i].address != address)
		i = (i + 1) & (p->size - 1);
	if (!p->object[i].address)
		p->object[i] = (struct object){address, NO_ITEM, NO_ITEM};
	return &p->object[i];
}

static void link_node(
	struct pass *p, uint32_t *head, uint32_t item, tid thread, tid to)
{
	p->node[p->nodes] = (struct node){item, *head, thread, to};
	*head = p->nodes++;
}

static bool gives(uint8_t kind)
{
	switch (kind) {
	case OP_sem_post:
	case OP_cond_signal:
	case OP_cond_broadcast:
	case OP_barrier_arrive:
	case OP_barrier_even:
	case OP_barrier_odd:
	case OP_once_leave:
	case OP_futex_wake:
	case OP_futex_requeue:
		return true;
	default:
		return false;
	}
}

static bool takes(const struct trace_event *e)
{
	switch (e->kind) {
	case OP_sem_wait:
	case OP_sem_trywait:
	case OP_sem_timedwait:
	case OP_cond_wake:
	case OP_futex_woken:
		return !(e->flags & EVENT_HAS_RESULT && e->result);
	case OP_barrier_leave: /* one of them is told that it is the one */
	case OP_barrier_leave_odd:
	case OP_once_enter:
		return true;
	default:
		return locks_took(e);
	}
}

/* One giver is enough: who was woken was woken once. */
static bool takes_one(uint8_t kind)
{
	return kind == OP_cond_wake || kind == OP_futex_woken;
}

/* What came before a lock was taken for one thread alone is before all that
 * comes after. */
static void take(struct pass *p, uint32_t item, const struct trace_event *e)
{
	struct object *o = object_of(p, e->place.address);
	uint32_t last = o->taken, since = 0;

	while (last != NO_ITEM && p->node[last].thread != e->thread)
		last = p->node[last].next;
	if (last != NO_ITEM)
		since = p->node[last].item;
	for (uint32_t i = o->given; i != NO_ITEM; i = p->node[i].next) {
		const struct node *g = &p->node[i];

		if (g->item < since)
			break;
		if (g->thread == e->thread || p->met[g->thread] == item ||
			(g->to != TID_NONE && g->to != e->thread))
			continue;
		p->met[g->thread] = item;
		add(p, g->item, item, EDGE_ORDERS);
		if (takes_one(e->kind))
			break;
	}
	if (locks_taken_by(e->kind) && !locks_read_by(e->kind))
		o->given = NO_ITEM;
	link_node(p, &o->taken, item, e->thread, TID_NONE);
}

static void threads(struct pass *p, uint32_t item, const struct trace_event *e)
{
	bool other = e->other < THREADS_MAX;

	if (p->created[e->thread] != NO_ITEM && !(e->flags & EVENT_INTERNAL)) {
		add(p, p->created[e->thread], item, EDGE_ORDERS);
		p->created[e->thread] = NO_ITEM;
	}
	if (e->flags & EVENT_BLOCKED)
		return;
	if (e->kind == OP_thread_create && other)
		p->created[e->other] = item;
	if (e->kind == OP_thread_exit)
		p->ended[e->thread] = item;
	if (e->kind == OP_signal_send && other)
		p->sent[e->other] = item;
	if (e->kind == OP_signal_take && p->sent[e->thread] != NO_ITEM)
		add(p, p->sent[e->thread], item, EDGE_ORDERS);
	if ((op_info[e->kind].waits == WAITS_end ||
		    e->kind == OP_thread_tryjoin) &&
		other && p->ended[e->other] != NO_ITEM &&
		!(e->flags & EVENT_HAS_RESULT && e->result))
		add(p, p->ended[e->other], item, EDGE_ORDERS);
}

static void synchronises(
	struct pass *p, uint32_t item, const struct trace_event *e)
{
	struct locks_change lock = locks_follow(&p->locks, e);

	if (lock.gave)
		link_node(p, &object_of(p, lock.object)->given, item, e->thread,
			TID_NONE);
	if (!e->place.address || e->flags & EVENT_BLOCKED)
		return;
	if (takes(e))
		take(p, item, e);
	if (gives(e->kind))
		link_node(p, &object_of(p, e->place.address)->given, item,
			e->thread,
			e->kind == OP_cond_signal ? e->other : TID_NONE);
}

/* --- what passes ------------------------------------------------------------
 */

struct visit {
	struct pass *p;
	struct touch t;
	uint32_t item, from; /* NO_ITEM: nobody else's */
	bool reads;
};

static void visit(void *arg, struct mark *m)
{
	struct visit *v = arg;
	unsigned i = 0;

	while (i < m->readers && m->reader[i].thread != v->t.thread)
		i++;
	if (v->reads && m->write != TOUCHED_NONE && m->writer != v->t.thread &&
		i == m->readers)
		v->from = m->write; /* the first since it was changed */
	if (v->t.changes) {
		m->readers = 0;
		m->write = v->item;
		m->writer = v->t.thread;
	} else if (i == m->readers && m->readers < READERS) {
		m->reader[m->readers++].thread = v->t.thread;
	}
}

/* Of what synchronises the other arrows tell. */
static bool passes(const struct trace_event *e)
{
	const struct op_info *op = &op_info[e->kind];

	return op->told == TOLD_memory || op->class == CLASS_io ||
	       op->class == CLASS_process || op->class == CLASS_heap;
}

static bool reads(
	const struct channel *c, const struct item *i, const struct touch *t)
{
	if (i->is_data)
		return c->data[i->at].kind != DATA_WRITE;
	return !t->changes ||
	       op_info[c->event[i->at].kind].order != ORDER_stores;
}

/* Did all of a late store become visible before `end`? */
static bool is_flushed(const struct channel *c, const struct trace_event *store,
	const struct trace_event *end)
{
	uint64_t number = (uint64_t)(store - c->event) + 1;
	uint32_t parts = (store->size + 7) / 8;

	for (const struct trace_event *e = store + 1; parts && e < end; e++)
		parts -= e->kind == OP_flush && e->result == number;
	return !parts;
}

/* Stores of a thread that are in its buffer. */
static void buffered(struct pass *p, const struct trace_event *e)
{
	if (e->kind == OP_flush && p->late[e->thread])
		p->late[e->thread]--;
	else if (e->flags & EVENT_LATE && e->kind != OP_flush)
		p->late[e->thread] += (e->size + 7) / 8; /* one flush each */
}

/* Does it find what its own thread has stored and others do not see yet? */
static bool is_own(
	const struct pass *p, const struct item *i, const struct touch *t)
{
	const struct channel *c = p->c;
	const struct trace_event *e =
		&c->event[i->is_data ? c->data[i->at].events : i->at];

	if (!p->late[t->thread] || (!i->is_data && e->kind == OP_flush))
		return false;
	for (const struct trace_event *s = e; s-- > c->event;)
		if (s->thread == t->thread && s->flags & EVENT_LATE &&
			s->kind != OP_flush &&
			s->place.address < t->address + t->size &&
			t->address < s->place.address + s->size)
			return !is_flushed(c, s, e);
	return false;
}

static void touches(struct pass *p, uint32_t item, bool foresee)
{
	const struct item *i = &p->s->item[item];
	struct visit v = {.p = p,
		.t = sequence_passes(p->c, i),
		.item = item,
		.from = NO_ITEM};

	if (!i->is_data && !passes(&p->c->event[i->at]))
		return;
	if (foresee) {
		touched_foresee(&p->touched, v.t.address, v.t.size);
		return;
	}
	v.reads = reads(p->c, i, &v.t) && !is_own(p, i, &v.t);
	touched_each(&p->touched, v.t.address, v.t.size, visit, &v);
	if (v.from != NO_ITEM)
		add(p, v.from, item, EDGE_PASSES);
}

/* -----------------------------------------------------------------------------
 */

static bool begin(struct pass *p)
{
	/* An event gives twice at most, and takes once. */
	p->size = 64;
	while (p->size < 4 * (size_t)p->c->events)
		p->size *= 2;
	p->object = calloc(p->size, sizeof *p->object);
	p->node = calloc(3 * (size_t)p->c->events + 1, sizeof *p->node);
	memset(p->created, 0xff, sizeof p->created);
	memset(p->ended, 0xff, sizeof p->ended);
	memset(p->sent, 0xff, sizeof p->sent);
	memset(p->met, 0xff, sizeof p->met);
	for (uint32_t i = 0; i < p->s->count; i++)
		touches(p, i, true);
	touched_foreseen(&p->touched);
	return p->object && p->node;
}

void edges_new(
	struct edges *e, const struct sequence *s, const struct channel *c)
{
	static struct pass p;

	memset(e, 0, sizeof *e);
	memset(&p, 0, sizeof p);
	p.out = e;
	p.s = s;
	p.c = c;
	if (begin(&p))
		for (uint32_t i = 0; i < s->count; i++) {
			touches(&p, i, false);
			if (s->item[i].is_data)
				continue;
			buffered(&p, &c->event[s->item[i].at]);
			threads(&p, i, &c->event[s->item[i].at]);
			synchronises(&p, i, &c->event[s->item[i].at]);
		}
	touched_free(&p.touched);
	free(p.object);
	free(p.node);
}

void edges_free(struct edges *e)
{
	free(e->at);
	memset(e, 0, sizeof *e);
}
