/* SPDX-License-Identifier: MIT */
/* optimal_parts.c - optimal reduction saved, and in parts */
#include "search/reduce/optimal.h"

size_t optimal_save(const void *self, void *out, size_t bytes)
{
	const struct optimal *o = self;
	const struct tree *d = &o->tree;
	const uint32_t nodes = d->done ? d->from : d->nodes.count;
	const uint8_t flags[2] = {o->guess, o->wakeup.lost};
	struct writer w = writer_to(out, bytes);

	tree_put(d, &w);
	put(&w, &nodes, sizeof nodes);
	put(&w, flags, sizeof flags);
	wakeup_put(&o->wakeup, d->open ? d->prefix : nodes, nodes,
		(uint32_t *)(void *)o->sequence, o->sequence_max, &w);
	return w.length;
}

bool optimal_load(void *self, const void *saved, size_t length)
{
	struct optimal *o = self;
	struct tree *d = &o->tree;
	struct reader r = reader_of(saved, length);
	uint32_t nodes;
	uint8_t flags[2];

	if (!tree_get(d, &r) || !get(&r, &nodes, sizeof nodes) ||
		!get(&r, flags, sizeof flags) ||
		(d->open ? nodes < d->prefix : nodes != d->nodes.count) ||
		!wakeup_get(&o->wakeup, d->open ? d->prefix : nodes, nodes, &r))
		return false;
	if (d->open && d->prefix)
		o->wakeup.taken[d->prefix - 1] = BRANCH_NONE;
	o->guess = d->prefix && flags[0];
	o->wakeup.lost |= flags[1] != 0;
	o->wakeup.untold = d->from > 0;
	return r.left == 0;
}

bool optimal_split(void *self, void *part)
{
	struct optimal *o = self, *to = part;
	uint32_t nodes = o->tree.nodes.count;
	uint32_t i = tree_cut(&o->tree, optimal_left);

	return i != EVENT_NONE && to->sequence_max > nodes &&
	       wakeup_fits(&o->wakeup, nodes, &to->wakeup) &&
	       tree_give(&o->tree, i, &to->tree) &&
	       (wakeup_give(&o->wakeup, i, nodes, &to->wakeup), true);
}

/* A sequence, then what any tree says. */
size_t optimal_send(void *self, void *out, size_t bytes)
{
	struct optimal *o = self;
	uint32_t *path = (uint32_t *)(void *)o->sequence, node;
	struct writer w = writer_to(out, bytes);
	struct message m = {.kind = MESSAGE_SEQUENCE};

	m.what = wakeup_untold(
		&o->wakeup, o->tree.from, &node, path, o->sequence_max);
	if (!m.what)
		return tree_send(self, out, bytes);
	m.node = node;
	put(&w, &m, sizeof m);
	for (uint32_t k = 0; k < m.what; k++)
		branch_put(&o->wakeup, &o->wakeup.branch[path[k]], &w);
	if (w.length <= bytes)
		o->wakeup.branch[path[m.what - 1]].told = true;
	return w.length;
}

/* A chain of branches holds it as long as it is needed. */
static bool get_sequence(
	struct optimal *o, uint32_t length, uint32_t *chain, struct reader *r)
{
	struct wakeup *w = &o->wakeup;
	uint32_t *where = chain;

	for (uint32_t k = 0; k < length; k++) {
		uint8_t flags;

		*where = wakeup_new(w);
		if (*where == BRANCH_NONE) {
			w->lost = true;
			return false;
		}
		if (!branch_get(w, &w->branch[*where], &flags, r))
			return false;
		o->sequence[k] = branch_advice(w, &w->branch[*where]);
		where = &w->branch[*where].child;
	}
	return true;
}

bool optimal_receive(void *self, const void *message, size_t length)
{
	struct optimal *o = self;
	struct reader r = reader_of(message, length);
	uint32_t chain = BRANCH_NONE;
	struct message m;
	bool heard;

	if (!get(&r, &m, sizeof m) || m.kind != MESSAGE_SEQUENCE)
		return tree_receive(self, message, length);
	if (o->tree.open || m.node >= o->tree.nodes.count || !m.what ||
		m.what >= o->sequence_max)
		return false;
	heard = get_sequence(o, m.what, &chain, &r);
	if (heard && r.left == 0)
		optimal_hear(o, m.node, m.what);
	wakeup_free(&o->wakeup, chain);
	return (heard && r.left == 0) || (o->wakeup.lost && !r.bad);
}
