/* SPDX-License-Identifier: MIT */
#include "report/edges.h"

#include <string.h>

struct visit {
	struct edges *e;
	struct touch t;
	uint32_t item;
	bool data;
};

void edges_begin(
	struct edges *e, const struct channel *c, const struct sequence *s)
{
	memset(e, 0, sizeof *e);
	e->c = c;
	for (uint32_t i = 0; i < s->count; i++) {
		struct touch t = sequence_passes(c, &s->item[i]);

		if (s->item[i].shown)
			touched_foresee(&e->touched, t.address, t.size);
	}
	touched_foreseen(&e->touched);
}

void edges_end(struct edges *e)
{
	touched_free(&e->touched);
}

/* Bytes of one access mostly lead to one item. */
static void add(struct edges *e, uint32_t from, bool data)
{
	for (uint32_t i = 0; i < e->count; i++)
		if (e->edge[i].from == from)
			return;
	if (e->count < EDGES_MAX)
		e->edge[e->count++] = (struct edge){from, data};
}

static void reads(struct visit *v, struct mark *m)
{
	unsigned i = 0;

	while (i < m->readers && m->reader[i].thread != v->t.thread)
		i++;
	if (i < m->readers) { /* its first read was behind the change */
		m->reader[i].last = v->item;
		return;
	}
	if (m->write != TOUCHED_NONE && m->writer != v->t.thread)
		add(v->e, m->write, v->data);
	if (m->readers == READERS)
		return;
	m->reader[m->readers].thread = v->t.thread;
	m->reader[m->readers++].last = v->item;
}

static void changes(struct visit *v, struct mark *m)
{
	/* Who read since is behind the change before. */
	if (m->write != TOUCHED_NONE && m->writer != v->t.thread && !m->readers)
		add(v->e, m->write, v->data);
	for (unsigned i = 0; i < m->readers; i++)
		if (m->reader[i].thread != v->t.thread)
			add(v->e, m->reader[i].last, v->data);
	m->readers = 0;
	m->write = v->item;
	m->writer = v->t.thread;
}

static void visit(void *arg, struct mark *m)
{
	struct visit *v = arg;

	if (v->t.changes)
		changes(v, m);
	else
		reads(v, m);
}

/* Behind the creation of its thread; behind the end of whom it joins. */
static void of_threads(
	struct edges *e, const struct item *item, uint32_t i, tid t)
{
	const struct trace_event *event =
		item->is_data ? NULL : &e->c->event[item->at];

	if (!e->last[t] && e->creation[t])
		add(e, e->creation[t] - 1, false);
	if (!event || event->other >= THREADS_MAX ||
		event->flags & EVENT_BLOCKED)
		return;
	if (event->kind == OP_thread_create)
		e->creation[event->other] = i + 1;
	else if (op_info[event->kind].told == TOLD_thread &&
		 op_info[event->kind].class == CLASS_thread &&
		 event->kind != OP_thread_detach &&
		 !(event->flags & EVENT_HAS_RESULT && event->result) &&
		 e->last[event->other])
		add(e, e->last[event->other] - 1, false);
}

void edges_of(struct edges *e, const struct sequence *s, uint32_t i)
{
	const struct item *item = &s->item[i];
	struct visit v = {.e = e,
		.t = sequence_passes(e->c, item),
		.item = i,
		.data = item->is_data ||
			op_info[e->c->event[item->at].kind].class ==
				CLASS_data};
	tid t = item->is_data ? e->c->data[item->at].thread
			      : e->c->event[item->at].thread;

	e->count = 0;
	if (t >= THREADS_MAX)
		return;
	of_threads(e, item, i, t);
	if (v.t.size)
		touched_each(&e->touched, v.t.address, v.t.size, visit, &v);
	e->last[t] = i + 1;
}
