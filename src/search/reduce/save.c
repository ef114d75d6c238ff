/* SPDX-License-Identifier: MIT */
#include "search/reduce/save.h"

/* No padding in any of these. */
struct saved_tree {
	uint32_t prefix, made, choices, known, estimate;
	uint32_t nodes, events, waitings, offers, options, from;
	uint8_t open, done, lost, behind, waits, said, unused[6];
	uint64_t accesses;
};

struct saved_node {
	uint64_t access_at;
	uint32_t sleeping, options;
	tid threads, last;
	uint32_t parts;
};

struct saved_waiting {
	uint64_t object;
	uint32_t size, offers, level, asked;
	uint8_t kind, live, listed, backtrack;
	uint32_t unused;
};

struct saved_option {
	uint64_t read_bits, write_bits, object_bits, fixed_bits, access_at;
	uint32_t reads, writes, objects, alternative;
	tid thread, footprint_thread;
	uint8_t everything, acts, loose, unrefined;
};

struct saved_event {
	uint64_t object;
	struct choice choice;
	uint32_t accesses;
	uint8_t kind, blocked, unused[2];
};

static uint64_t touched(const struct footprint *f)
{
	return (uint64_t)f->reads + f->writes + f->objects;
}

static void put_node(const struct nodes *n, const struct node *node,
	bool copied, struct writer *w)
{
	struct saved_node to = {node->access_at, node->sleeping, node->options,
		node->threads, node->last, node->parts};

	put(w, &to, sizeof to);
	for (tid t = 0; t < node->threads; t++) {
		const struct waiting *p = &n->waiting[node->waiting_at + t];
		struct saved_waiting waiting = {p->object, p->size, p->offers,
			p->level, p->asked, p->kind, p->live, p->listed,
			(uint8_t)(p->backtrack | (copied && p->told) << 1 |
				  p->asking << 2 | p->unforeseen << 3 |
				  (p->withheld && !p->awaits) << 4 |
				  p->internal << 5),
			0};

		put(w, &waiting, sizeof waiting);
	}
	for (uint32_t k = 0; k < node->options; k++) {
		const struct option *o = &n->option[node->options_at + k];
		const struct footprint *f = &o->footprint;
		struct saved_option option = {f->read_bits, f->write_bits,
			f->object_bits, f->fixed_bits,
			touched(f) ? (uint64_t)(f->access - n->access) : 0,
			f->reads, f->writes, f->objects, o->alternative,
			o->thread, f->thread, f->everything, f->acts, o->loose,
			f->unrefined};

		put(w, &option, sizeof option);
	}
}

/* Each in its own piece: lists of offers and accesses as they lie. */
static void put_nodes(
	const struct nodes *n, const struct saved_tree *all, struct writer *w)
{
	for (uint32_t i = 0; i < all->nodes; i++)
		put_node(n, &n->node[i], i < all->from, w);
	put(w, n->offer, all->offers * sizeof *n->offer);
	put(w, n->access, all->accesses * sizeof *n->access);
}

static void put_event(const struct past_event *e, struct writer *w)
{
	struct saved_event to = {e->object, e->choice,
		(uint32_t)touched(&e->footprint), e->kind, e->blocked, {0}};

	put(w, &to, sizeof to);
	put(w, e->footprint.access, to.accesses * sizeof *e->footprint.access);
}

void tree_put(const struct tree *d, struct writer *w)
{
	const struct nodes *n = &d->nodes;
	struct saved_tree all = {.prefix = d->prefix,
		.made = d->made,
		.choices = d->made < n->count ? d->made : n->count,
		.known = d->known,
		.estimate = (uint32_t)estimate_save(&d->estimate, NULL, 0),
		.nodes = n->count,
		.waitings = n->waitings,
		.offers = n->offers,
		.options = n->options,
		.accesses = n->accesses,
		.events = d->history.count,
		.open = d->open,
		.done = d->done,
		.lost = d->lost,
		.from = d->from,
		.behind = d->behind,
		.waits = d->waits,
		.said = d->said};
	void *room;
	size_t bytes;

	if (all.open || all.done) { /* as tree_begin cuts it */
		uint32_t kept = all.open ? d->prefix : d->from;

		all.made = all.events = 0;
		all.choices = all.open ? kept : 0;
		if (all.nodes > kept) {
			const struct node *end = &n->node[kept];

			all.nodes = kept;
			all.waitings = end->waiting_at;
			all.offers = end->offers_at;
			all.options = end->options_at;
			all.accesses = end->access_at;
		}
	}
	put(w, &all, sizeof all);
	put(w, d->branched, sizeof d->branched);
	put(w, d->schedule, all.choices * sizeof *d->schedule);
	put_nodes(n, &all, w);
	for (uint32_t i = 0; i < all.events; i++)
		put_event(&d->history.event[i], w);
	room = put_room(w, &bytes);
	put_made(w, estimate_save(&d->estimate, room, bytes));
}

static bool get_waiting(struct nodes *n, uint32_t offers, struct reader *r)
{
	struct saved_waiting from;
	struct waiting *to = &n->waiting[n->waitings++];

	get(r, &from, sizeof from);
	*to = (struct waiting){.object = from.object,
		.size = from.size,
		.offers = from.offers,
		.level = from.level,
		.asked = from.asked,
		.offer_at = n->offers,
		.kind = from.kind,
		.live = from.live != 0,
		.listed = from.listed != 0,
		.backtrack = from.backtrack & 1,
		.told = from.backtrack >> 1 & 1,
		.asking = from.backtrack >> 2 & 1,
		.unforeseen = from.backtrack >> 3 & 1,
		.withheld = from.backtrack >> 4 & 1,
		.internal = from.backtrack >> 5 & 1};
	if (to->asked > to->offers)
		return false;
	n->several += to->offers > 1;
	if (to->listed) {
		if (to->offers > offers - n->offers)
			return false;
		n->offers += to->offers;
	}
	return from.kind < OP_COUNT;
}

static bool get_option(
	struct nodes *n, const struct saved_tree *all, struct reader *r)
{
	struct option *to = &n->option[n->options++];
	struct footprint *f = &to->footprint;
	struct saved_option from;

	get(r, &from, sizeof from);
	to->thread = from.thread;
	to->alternative = from.alternative;
	to->loose = from.loose != 0;
	*f = (struct footprint){.reads = from.reads,
		.writes = from.writes,
		.objects = from.objects,
		.read_bits = from.read_bits,
		.write_bits = from.write_bits,
		.object_bits = from.object_bits,
		.fixed_bits = from.fixed_bits,
		.thread = from.footprint_thread,
		.everything = from.everything != 0,
		.acts = from.acts != 0,
		.unrefined = from.unrefined != 0};
	if (from.access_at > all->accesses ||
		touched(f) > all->accesses - from.access_at)
		return false;
	f->access = n->access + from.access_at;
	return from.thread < n->node[n->count - 1].threads &&
	       f->thread == from.thread;
}

static bool get_node(
	struct nodes *n, const struct saved_tree *all, struct reader *r)
{
	struct node *to = &n->node[n->count];
	struct saved_node from;

	get(r, &from, sizeof from);
	if (from.threads > THREADS_MAX || from.sleeping > from.options ||
		from.threads > all->waitings - n->waitings ||
		from.options > all->options - n->options ||
		from.access_at > all->accesses ||
		from.access_at < (n->count ? to[-1].access_at : 0))
		return false;
	*to = (struct node){.waiting_at = n->waitings,
		.offers_at = n->offers,
		.options_at = n->options,
		.access_at = from.access_at,
		.several_before = n->several,
		.sleeping = from.sleeping,
		.options = from.options,
		.parts = from.parts,
		.threads = from.threads,
		.last = from.last};
	n->count++;
	for (tid t = 0; t < from.threads; t++)
		if (!get_waiting(n, all->offers, r))
			return false;
	for (uint32_t k = 0; k < from.options; k++)
		if (!get_option(n, all, r))
			return false;
	return !r->bad;
}

static bool get_accesses(struct access *to, uint64_t count, struct reader *r)
{
	if (count > r->left / sizeof *to || !get(r, to, count * sizeof *to))
		return false;
	for (uint64_t i = 0; i < count; i++)
		if (to[i].kind >= OP_COUNT)
			return false;
	return true;
}

static void find_limited(struct footprint *f)
{
	const struct access *a = footprint_objects(f);

	for (uint32_t k = 0; k < f->objects; k++)
		if (a[k].room && k < UINT8_MAX)
			f->limited = (uint8_t)(k + 1);
}

static bool get_nodes(
	struct nodes *n, const struct saved_tree *all, struct reader *r)
{
	if (all->nodes > n->count_max || all->waitings > n->waitings_max ||
		all->offers > n->offers_max || all->options > n->options_max ||
		all->accesses > n->accesses_max)
		return false;
	while (n->count < all->nodes)
		if (!get_node(n, all, r))
			return false;
	if (n->waitings != all->waitings || n->offers != all->offers ||
		n->options != all->options ||
		!get(r, n->offer, all->offers * sizeof *n->offer))
		return false;
	n->accesses = all->accesses;
	if (!get_accesses(n->access, all->accesses, r))
		return false;
	for (uint32_t k = 0; k < n->options; k++)
		find_limited(&n->option[k].footprint);
	return true;
}

static bool get_event(struct history *h, struct reader *r)
{
	/* Where they will stay. */
	struct access *access = &h->access[h->accesses];
	struct saved_event from;
	struct transition done;

	if (!get(r, &from, sizeof from) || from.kind >= OP_COUNT ||
		from.choice.thread >= THREADS_MAX ||
		from.accesses > h->accesses_max - h->accesses ||
		!get_accesses(access, from.accesses, r))
		return false;
	done = (struct transition){.choice = from.choice,
		.step = h->count,
		.kind = from.kind,
		.blocked = from.blocked != 0,
		.object = from.object,
		.access = access,
		.accesses = from.accesses};
	history_add(h, &done);
	return !h->full;
}

/* Could this choice be made at node i? */
static bool fits(const struct nodes *n, uint32_t i, struct choice c)
{
	const struct waiting *p = waiting_at(n, i, c.thread);

	if (!p || !p->live)
		return false;
	for (uint32_t k = 0; p->listed && k < p->offers; k++)
		if (n->offer[p->offer_at + k] == c.alternative)
			return true;
	return !p->listed && c.alternative < p->offers;
}

/* Do the pieces belong to each other? */
static bool agree(const struct tree *d, const struct saved_tree *all)
{
	if (all->from > all->nodes || (all->open && all->done) ||
		all->choices > all->nodes || all->events > all->choices ||
		(all->open ? all->nodes != all->prefix ||
					all->choices != all->prefix
			   : all->choices > all->made))
		return false;
	for (uint32_t i = 0; i < all->choices; i++)
		if (!fits(&d->nodes, i, d->schedule[i]))
			return false;
	for (uint32_t i = 0; i < all->events; i++)
		if (d->history.event[i].choice.thread != d->schedule[i].thread)
			return false;
	return true;
}

static uint32_t untold(const struct tree *d)
{
	const struct nodes *n = &d->nodes;
	uint32_t sum = 0;

	for (uint32_t i = 0; i < d->from; i++)
		for (tid t = 0; t < n->node[i].threads; t++)
			sum += waiting_at(n, i, t)->backtrack &&
			       !waiting_at(n, i, t)->told;
	return sum;
}

bool tree_get(struct tree *d, struct reader *r)
{
	struct saved_tree all;
	const void *estimate;

	if (!get(r, &all, sizeof all) || all.choices > d->schedule_max ||
		all.nodes > d->schedule_max ||
		!get(r, d->branched, sizeof d->branched) ||
		!get(r, d->schedule, all.choices * sizeof *d->schedule) ||
		!get_nodes(&d->nodes, &all, r))
		return false;
	for (uint32_t i = 0; i < all.events; i++)
		if (!get_event(&d->history, r))
			return false;
	estimate = skip(r, all.estimate);
	if (!estimate || !estimate_load(&d->estimate, estimate, all.estimate) ||
		!agree(d, &all))
		return false;
	d->prefix = all.prefix;
	d->made = all.made;
	d->known = all.known;
	d->open = all.open != 0;
	d->seen = 0;
	d->done = all.done != 0;
	d->lost = all.lost != 0;
	d->from = all.from;
	d->behind = all.behind != 0;
	d->waits = all.waits != 0;
	d->said = all.said != 0;
	d->fresh = true;
	d->untold = untold(d);
	return true;
}

size_t tree_save(const void *self, void *out, size_t bytes)
{
	struct writer w = writer_to(out, bytes);

	tree_put(self, &w);
	return w.length;
}

bool tree_load(void *self, const void *saved, size_t length)
{
	struct reader r = reader_of(saved, length);

	return tree_get(self, &r) && r.left == 0;
}
