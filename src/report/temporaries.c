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

void temporaries_hide(
	struct sequence *s, struct names *n, struct touched *touched)
{
	uint32_t now = n->now;

	for (uint32_t i = 0; i < s->count; i++) {
		const struct trace_data *d = &n->c->data[s->item[i].at];
		bool shared = false;

		if (!s->item[i].shown || !s->item[i].is_data ||
			d->kind >= DATA_ALLOCATE ||
			d->place.stack_of != d->thread || is_failing(n->c, d))
			continue;
		touched_each(touched, d->place.address, d->size, ask_shared,
			&shared);
		if (!shared && !has_name(n, d))
			s->item[i].shown = false;
	}
	n->now = now;
}
