/* SPDX-License-Identifier: MIT */
#include "search/reduce/nodes.h"

#include <string.h>

/* Which part of the memory, in 64ths. */
enum {
	NODES = 8,
	WAITINGS = 24,
	OFFERS = 8,
	OPTIONS = 16,
	ACCESSES = 8
};

static void *part(char **at, size_t bytes, size_t each, uint64_t *max)
{
	void *from = *at;

	*at += bytes;
	*max = bytes / each;
	return from;
}

static uint32_t most(uint64_t max)
{
	return max < EVENT_NONE ? (uint32_t)max : EVENT_NONE - 1;
}

void nodes_init(struct nodes *n, void *memory, size_t bytes)
{
	char *at = memory;
	size_t unit = bytes / 64 & ~(size_t)7;
	uint64_t max;

	memset(n, 0, sizeof *n);
	n->node = part(&at, unit * NODES, sizeof *n->node, &max);
	n->count_max = most(max);
	n->waiting = part(&at, unit * WAITINGS, sizeof *n->waiting, &max);
	n->waitings_max = most(max);
	n->offer = part(&at, unit * OFFERS, sizeof *n->offer, &max);
	n->offers_max = most(max);
	n->option = part(&at, unit * OPTIONS, sizeof *n->option, &max);
	n->options_max = most(max);
	n->access =
		part(&at, unit * ACCESSES, sizeof *n->access, &n->accesses_max);
}

void nodes_cut(struct nodes *n, uint32_t count)
{
	const struct node *node = &n->node[count];

	if (count >= n->count)
		return;
	n->waitings = node->waiting_at;
	n->offers = node->offers_at;
	n->options = node->options_at;
	n->accesses = node->access_at;
	n->several = node->several_before;
	n->count = count;
	n->full = false;
}

/* A list of alternatives becomes the node's own; false: no room. */
static bool keep_offers(struct nodes *n, const struct pending *p)
{
	if (p->offers > n->offers_max - n->offers)
		return false;
	memcpy(&n->offer[n->offers], p->offer, p->offers * sizeof *n->offer);
	n->offers += p->offers;
	return true;
}

static bool add_unusual(
	struct nodes *n, struct waiting *w, const struct pending *p)
{
	w->listed = p->offer != NULL;
	w->internal = p->internal;
	if (p->elsewhere) {
		w->object = p->waits;
		w->size = 0;
		w->listed = false;
	}
	w->unforeseen = p->unforeseen;
	w->withheld = p->withheld;
	w->signals = p->signals;
	w->awaits = p->awaits;
	n->several += p->offers > 1;
	return !w->listed || keep_offers(n, p);
}

/* For each thread and decision point: words, and no bits where none is set. */
static inline bool add_waiting(
	struct nodes *n, struct waiting *w, const struct pending *p)
{
	if (!p->live) {
		*w = (struct waiting){0};
		return true;
	}
	w->object = p->object;
	w->offers = p->offers;
	w->offer_at = n->offers;
	w->size = p->size;
	w->level = p->level;
	w->asked = 0;
	w->kind = p->kind;
	w->live = 1;
	w->bits = 0;
	return __builtin_expect(p->offers <= 1 && !p->offer &&
					!(p->internal | p->unusual),
		       1) ||
	       add_unusual(n, w, p);
}

static struct option *add_option(
	struct nodes *n, tid t, uint32_t alternative, const struct footprint *f)
{
	struct option *o = &n->option[n->options];

	if (n->options == n->options_max)
		return NULL;
	o->thread = t;
	o->alternative = alternative;
	o->footprint = *f;
	o->loose = false;
	n->options++;
	n->node[n->count - 1].options++;
	return o;
}

/* Its accesses become its own. */
static bool keep_accesses(struct nodes *n, struct option *o)
{
	struct footprint *f = &o->footprint;
	size_t accesses = f->reads + f->writes + f->objects;
	struct access *kept = &n->access[n->accesses];

	if (accesses > n->accesses_max - n->accesses)
		return false;
	if (accesses)
		memcpy(kept, f->access, accesses * sizeof *kept);
	f->access = kept;
	n->accesses += accesses;
	return true;
}

/* What goes on sleeping shares its accesses with the node above, which lives
 * longer. */
static bool add_sleeping(struct nodes *n, const struct footprint *made)
{
	const struct node *above = &n->node[n->count - 2];

	for (uint32_t i = 0; i < above->options; i++) {
		const struct option *was = &n->option[above->options_at + i];
		struct option *o;

		if (!footprints_apart(&was->footprint, made) &&
			choices_depend(&was->footprint, made))
			continue;
		o = add_option(
			n, was->thread, was->alternative, &was->footprint);
		if (!o)
			return false;
		o->loose = was->loose || above->parts;
		if (!footprint_passes(&o->footprint, made))
			continue;
		if (!keep_accesses(n, o))
			return false;
		footprint_pass(&o->footprint, made);
	}
	return true;
}

void nodes_add(
	struct nodes *n, const struct view *view, const struct footprint *made)
{
	struct node *node = &n->node[n->count];
	struct waiting *waiting;

	if (n->full)
		return;
	n->full = true;
	if (n->count == n->count_max ||
		view->threads > n->waitings_max - n->waitings)
		return;
	*node = (struct node){.waiting_at = n->waitings,
		.offers_at = n->offers,
		.options_at = n->options,
		.access_at = n->accesses,
		.several_before = n->several,
		.threads = view->threads,
		.last = view->last};
	n->count++;
	waiting = &n->waiting[n->waitings];
	n->waitings += view->threads;
	for (tid t = 0; t < view->threads; t++)
		if (!add_waiting(n, &waiting[t], &view->thread[t]))
			goto undo;
	if (made && !add_sleeping(n, made))
		goto undo;
	node->sleeping = node->options;
	n->full = false;
	return;
undo:
	nodes_cut(n, n->count - 1);
	n->full = true;
}

void nodes_explored(
	struct nodes *n, tid t, uint32_t alternative, const struct footprint *f)
{
	if (!add_option(n, t, alternative, f))
		n->full = true;
}

void nodes_keep(struct nodes *n)
{
	if (n->full || !n->options)
		return;
	if (!keep_accesses(n, &n->option[n->options - 1]))
		n->full = true;
}

bool nodes_done(const struct nodes *n, uint32_t i, tid t, uint32_t alternative)
{
	const struct node *node = &n->node[i];
	const struct option *o = &n->option[node->options_at];

	for (uint32_t k = n->noted ? node->sleeping : 0; k < node->options; k++)
		if (o[k].thread == t && o[k].alternative == alternative)
			return true;
	return false;
}

bool nodes_left(const struct nodes *n, uint32_t i, tid t, uint32_t *alternative)
{
	const struct node *node = &n->node[i];
	const struct option *o = &n->option[node->options_at];
	const struct waiting *w = waiting_at(n, i, t);
	uint32_t first = 0;

	/* There may be many, and mostly the first ones are done, in order. */
	for (uint32_t k = node->sleeping; w && k < node->options; k++)
		first += first < w->offers && o[k].thread == t &&
			 o[k].alternative == nodes_offer(n, w, first);
	for (uint32_t k = first; w && k < w->offers; k++) {
		*alternative = nodes_offer(n, w, k);
		if (!nodes_done(n, i, t, *alternative))
			return true;
	}
	return false;
}

uint32_t nodes_open(const struct nodes *n, uint32_t i, tid t)
{
	const struct node *node = &n->node[i];
	const struct option *o = &n->option[node->options_at];
	const struct waiting *w = waiting_at(n, i, t);
	uint32_t open = w ? w->offers : 0;

	for (uint32_t k = 0; w && w->listed && k < w->offers; k++)
		open -= nodes_done(n, i, t, n->offer[w->offer_at + k]);
	if (!w || w->listed)
		return open;
	/* There may be many alternatives. */
	for (uint32_t k = n->noted ? node->sleeping : 0; k < node->options; k++)
		open -= open && o[k].thread == t &&
			o[k].alternative < w->offers;
	return open;
}
