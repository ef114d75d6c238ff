/* SPDX-License-Identifier: MIT */
#include "search/reduce/split.h"

#include <string.h>

/* The deepest node below which there are parts, or the first one that is its
 * own. */
static uint32_t first_cut(const struct tree *d)
{
	uint32_t i = d->nodes.count;

	while (i > d->from && !d->nodes.node[i - 1].parts)
		i--;
	return i > d->from ? i - 1 : d->from;
}

uint32_t tree_cut(const struct tree *d,
	uint32_t (*left)(const struct tree *d, uint32_t i))
{
	uint32_t cut = EVENT_NONE;

	if (d->open || d->done || d->behind || d->history.full)
		return EVENT_NONE;
	for (uint32_t i = first_cut(d); i < d->history.count; i++) {
		if (left(d, i) == 0)
			continue;
		if (cut != EVENT_NONE)
			return cut;
		cut = i;
	}
	return EVENT_NONE;
}

static bool copy_nodes(const struct nodes *n, struct nodes *to)
{
	if (n->count > to->count_max || n->waitings > to->waitings_max ||
		n->offers > to->offers_max || n->options > to->options_max ||
		n->accesses > to->accesses_max)
		return false;
	memcpy(to->node, n->node, n->count * sizeof *n->node);
	memcpy(to->waiting, n->waiting, n->waitings * sizeof *n->waiting);
	memcpy(to->offer, n->offer, n->offers * sizeof *n->offer);
	memcpy(to->option, n->option, n->options * sizeof *n->option);
	memcpy(to->access, n->access, n->accesses * sizeof *n->access);
	for (uint32_t k = 0; k < n->options; k++) {
		struct footprint *f = &to->option[k].footprint;

		if (f->reads + f->writes + f->objects)
			f->access = to->access + (f->access - n->access);
	}
	to->count = n->count;
	to->waitings = n->waitings;
	to->offers = n->offers;
	to->options = n->options;
	to->accesses = n->accesses;
	to->several = n->several;
	return true;
}

static bool copy_events(const struct history *h, struct history *to)
{
	for (uint32_t i = 0; i < h->count && !to->full; i++) {
		const struct past_event *e = &h->event[i];
		const struct footprint *f = &e->footprint;
		struct transition done = {.choice = e->choice,
			.step = i,
			.kind = e->kind,
			.blocked = e->blocked,
			.object = e->object,
			.access = f->access,
			.accesses = f->reads + f->writes + f->objects};

		history_add(to, &done);
	}
	return !to->full;
}

/* What the owner knows need not be told. */
static void take_over(struct tree *part, uint32_t i)
{
	struct nodes *n = &part->nodes;

	for (uint32_t k = 0; k < n->count; k++)
		n->node[k].parts = 0;
	for (uint32_t k = 0; k < n->node[i + 1].waiting_at; k++)
		n->waiting[k].told = n->waiting[k].backtrack;
	part->from = i + 1;
}

bool tree_give(struct tree *d, uint32_t i, struct tree *part)
{
	struct nodes *n = &d->nodes;
	const struct footprint *f = &d->history.event[i].footprint;

	if (d->made > part->schedule_max || !copy_nodes(n, &part->nodes) ||
		!copy_events(&d->history, &part->history))
		return false;
	nodes_cut(n, i + 1);
	if (n->options == n->options_max ||
		f->reads + f->writes + f->objects >
			n->accesses_max - n->accesses)
		d->lost = true;
	nodes_explored(n, d->schedule[i].thread, d->schedule[i].alternative, f);
	nodes_keep(n);
	n->node[i].parts++;
	d->behind = true;

	memcpy(part->schedule, d->schedule, d->made * sizeof *d->schedule);
	memcpy(part->branched, d->branched, sizeof d->branched);
	part->prefix = d->prefix;
	part->made = d->made;
	part->known = d->known;
	part->open = false;
	part->fresh = true;
	take_over(part, i);
	estimate_below(&d->estimate, i, &part->estimate);
	history_cut(&d->history, i);
	d->seen = 0;
	return true;
}

static bool write_message(struct message m, void *out, size_t bytes)
{
	if (sizeof m > bytes)
		return false;
	memcpy(out, &m, sizeof m);
	return true;
}

/* The first thread that was not told of. */
static bool untold(const struct tree *d, struct message *m)
{
	const struct nodes *n = &d->nodes;

	for (uint32_t i = 0; d->untold && i < d->from; i++)
		for (tid t = 0; t < n->node[i].threads; t++) {
			const struct waiting *w = waiting_at(n, i, t);

			if (w->backtrack && !w->told) {
				*m = (struct message){MESSAGE_THREAD, i, t};
				return true;
			}
		}
	return false;
}

size_t tree_send(void *self, void *out, size_t bytes)
{
	struct tree *d = self;
	struct message m;

	if (untold(d, &m)) {
		if (write_message(m, out, bytes)) {
			waiting_at(&d->nodes, m.node, (tid)m.what)->told = 1;
			d->untold--;
		}
		return sizeof m;
	}
	if (!d->done || !d->from || d->said)
		return 0;
	m = (struct message){MESSAGE_DONE, d->from - 1, 0};
	d->said = write_message(m, out, bytes);
	return sizeof m;
}

bool tree_receive(void *self, const void *message, size_t length)
{
	struct tree *d = self;
	struct nodes *n = &d->nodes;
	const struct waiting *w;
	struct message m;

	if (length != sizeof m)
		return false;
	memcpy(&m, message, sizeof m);
	if (d->open || m.node >= n->count)
		return false;
	switch (m.kind) {
	case MESSAGE_DONE:
		if (m.node < d->from || !n->node[m.node].parts)
			return false;
		n->node[m.node].parts--;
		return true;
	case MESSAGE_THREAD:
		w = m.what < THREADS_MAX ? waiting_at(n, m.node, (tid)m.what)
					 : NULL;
		if (!w || !w->live || !w->offers)
			return false;
		tree_ask(d, m.node, (tid)m.what);
		return true;
	default:
		return false;
	}
}

bool tree_waits(const void *self)
{
	return ((const struct tree *)self)->waits;
}

bool tree_split(void *self, void *part)
{
	uint32_t i = tree_cut(self, tree_asked_left);

	return i != EVENT_NONE && tree_give(self, i, part);
}
