/* SPDX-License-Identifier: MIT */
#include "report/letters.h"

#include "report/story.h"

enum {
	UNSEEN_MOST = 128 /* letters of blocks that no row is about */
};

static bool has_blocks(const struct channel *c)
{
	uint64_t kept = c->data_seen < DATA_MAX ? c->data_seen : DATA_MAX;

	for (uint32_t i = 0; i < c->events; i++)
		if (c->event[i].place.block)
			return true;
	for (uint64_t i = 0; i < kept; i++)
		if (c->data[i].place.block)
			return true;
	for (unsigned i = 0; i < c->bugs; i++)
		if (c->bug[i].place.block)
			return true;
	return false;
}

static void of_rows(struct names *n, struct story *s)
{
	struct row row;

	for (uint32_t i = 0; i < s->sequence.count; i++)
		story_row(s, i, &row);
	for (unsigned i = 0; n->c->bugs && i < n->c->bug[0].waits; i++)
		story_last(s, i, &row);
}

static void of_place(struct names *n, const struct channel_place *place)
{
	char name[128];

	if (place->block && n->blocks < UNSEEN_MOST)
		names_object(n, place, NAMES_BLOCK, name, sizeof name);
}

static void of_all(struct names *n, const struct story *s)
{
	const struct channel *c = n->c;

	for (uint32_t i = 0; i < s->sequence.count; i++) {
		const struct item *item = &s->sequence.item[i];

		of_place(n, item->is_data ? &c->data[item->at].place
					  : &c->event[item->at].place);
	}
	for (unsigned i = 0; i < c->bugs; i++)
		of_place(n, &c->bug[i].place);
}

/* Letters stay; other names are not said yet. */
static void forget_others(struct names *n)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < n->legends; i++) {
		if (!n->legend[i].lettered)
			continue;
		n->legend[kept] = n->legend[i];
		n->legend[kept++].said = false;
	}
	n->legends = kept;
}

void letters_give(struct names *n)
{
	static struct story story;
	const struct noted *note = n->note;
	struct shapes shapes = n->shapes;
	uint32_t now = n->now;
	tid by = n->by;

	if (n->letters)
		return;
	n->letters = true;
	if (!has_blocks(n->c))
		return;
	n->note = NULL; /* not all that name blocks know of it */
	story_init(&story, n, false);
	of_rows(n, &story);
	of_all(n, &story);
	story_fini(&story);
	forget_others(n);
	n->note = note;
	n->shapes = shapes;
	n->now = now;
	n->by = by;
}

void letters_like(struct names *n, struct names *other)
{
	letters_give(other);
	for (unsigned i = 0; i < other->legends && n->legends < LEGEND_MAX;
		i++) {
		struct legend *row = &n->legend[n->legends];

		if (!other->legend[i].place.block)
			continue;
		*row = other->legend[i];
		row->said = false;
		row->type = n->symbols ? names_block_type(n, &row->place)
				       : (struct typed){0};
		n->legends++;
	}
	n->blocks = other->blocks;
}
