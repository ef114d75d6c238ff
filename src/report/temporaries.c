/* SPDX-License-Identifier: MIT */
#include "report/temporaries.h"

#include <string.h>

static void ask_shared(void *arg, struct mark *m)
{
	bool *shared = arg;

	*shared |= m->shared;
}

static bool has_name(struct names *n, const struct trace_data *d)
{
	char name[128], own[32];

	n->now = d->events;
	names_object(n, &d->place, d->size, name, sizeof name);
	snprintf(own, sizeof own, "%s local ", names_thread(d->thread));
	return strncmp(name, own, strlen(own)) != 0;
}

static bool is_failing(const struct channel *c, const struct trace_data *d)
{
	return c->bugs && d->place.address == c->bug[0].place.address;
}

static bool is_own(const struct channel *c, const struct item *i)
{
	const struct trace_data *d = &c->data[i->at];

	return i->is_data && d->kind < DATA_ALLOCATE &&
	       d->place.stack_of == d->thread;
}

static tid thread_of(const struct channel *c, const struct item *i)
{
	return i->is_data ? c->data[i->at].thread : c->event[i->at].thread;
}

/* What a thread read right before a write, if that is a copy of it. */
static struct item *copied(
	struct sequence *s, const struct channel *c, const struct item *write)
{
	const struct trace_data *to = &c->data[write->at];

	for (struct item *i = (struct item *)write; i-- > s->item;) {
		const struct trace_data *from = &c->data[i->at];

		if (thread_of(c, i) != to->thread)
			continue;
		return is_own(c, i) && from->kind == DATA_READ &&
				       from->has_value && to->has_value &&
				       from->value == to->value
			       ? i
			       : NULL;
	}
	return NULL;
}

/* Back from what the failing line read to where its values come from, by copies
 * among the thread's own.  False: nothing is known of that line. */
static bool follow_copies(struct sequence *s, const struct channel *c)
{
	bool any = false;

	for (uint32_t i = s->count; i-- > 0;) {
		struct item *item = &s->item[i], *from;

		any |= item->used;
		if (!item->used || !is_own(c, item))
			continue;
		if (item->made)
			s->item[item->made - 1].used = true;
		from = c->data[item->at].kind == DATA_WRITE ? copied(s, c, item)
							    : NULL;
		if (from)
			from->used = true;
	}
	return any;
}

void temporaries_hide(
	struct sequence *s, struct names *n, struct touched *touched)
{
	uint32_t now = n->now;
	bool line = follow_copies(s, n->c);

	for (uint32_t i = 0; i < s->count; i++) {
		const struct trace_data *d = &n->c->data[s->item[i].at];
		bool shared = false;

		if (!s->item[i].shown || !is_own(n->c, &s->item[i]) ||
			is_failing(n->c, d))
			continue;
		touched_each(touched, d->place.address, d->size, ask_shared,
			&shared);
		if (!shared && ((line && !s->item[i].used) || !has_name(n, d)))
			s->item[i].shown = false;
	}
	n->now = now;
}
