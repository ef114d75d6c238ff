/* SPDX-License-Identifier: MIT */
#include "report/sections.h"

#include <stdlib.h>
#include <string.h>

#include "search/op.h"

enum {
	OPEN_MAX = 32 /* locks that a thread has; more of them are not paired */
};

struct section {
	uint64_t object;
	uint32_t taken; /* item */
	bool shown;	/* something in it is, or its beginning */
};

struct holder {
	struct section open[OPEN_MAX];
	unsigned count;
};

static void take(struct holder *h, uint32_t item, uint64_t object, bool shown)
{
	if (h->count < OPEN_MAX)
		h->open[h->count++] = (struct section){object, item, shown};
}

/* The one that was opened last of that object; 0: of any. */
static void give(struct sequence *s, struct holder *h, uint32_t item,
	uint64_t object, bool shown)
{
	unsigned i = h->count;

	while (i > 0 && object && h->open[i - 1].object != object)
		i--;
	if (i == 0)
		return;
	if (h->open[i - 1].shown || shown) {
		s->item[h->open[i - 1].taken].shown = true;
		s->item[item].shown = true;
	}
	memmove(&h->open[i - 1], &h->open[i],
		(h->count - i) * sizeof h->open[0]);
	h->count--;
}

/* What is shown is shown of each lock that its thread has. */
static void mark(struct holder *h)
{
	for (unsigned i = 0; i < h->count; i++)
		h->open[i].shown = true;
}

static void operation(struct sequence *s, const struct trace_event *e,
	struct holder *h, uint32_t item)
{
	bool failed = e->flags & EVENT_HAS_RESULT && e->result;
	bool shown = s->item[item].shown;

	if (op_is(e->kind, TAKES) && !failed)
		take(h, item, e->place.address, shown);
	else if (op_is(e->kind, GIVES))
		give(s, h, item, e->place.address, shown);
	else if (op_is(e->kind, GIVES_LAST))
		give(s, h, item, 0, shown);
}

/* One that is never given back, up to its end. */
static void close(struct sequence *s, struct holder *h)
{
	for (unsigned i = 0; i < h->count; i++)
		if (h->open[i].shown)
			s->item[h->open[i].taken].shown = true;
}

void sections_show(struct sequence *s, const struct channel *c)
{
	struct holder *of = calloc(THREADS_MAX, sizeof *of);

	for (uint32_t i = 0; of && i < s->count; i++) {
		const struct item *item = &s->item[i];
		const struct trace_event *e = &c->event[item->at];
		struct holder *h = &of[item->is_data ? c->data[item->at].thread
						     : e->thread];

		if (!item->is_data &&
			(e->flags & (EVENT_INTERNAL | EVENT_BLOCKED) ||
				e->kind == OP_none))
			continue;
		if (item->shown)
			mark(h);
		if (!item->is_data)
			operation(s, e, h, i);
	}
	for (tid t = 0; of && t < THREADS_MAX; t++)
		close(s, &of[t]);
	free(of);
}
