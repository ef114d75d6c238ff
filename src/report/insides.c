/* SPDX-License-Identifier: MIT */
#include "report/insides.h"

enum {
	INLINED_MAX = 24
};

/* Of the user, the innermost of those that are one piece of code. */
static bool by_user(struct names *n, const struct channel_stack *s)
{
	static struct frame frame[INLINED_MAX];

	if (!s->frames || !n->symbols)
		return true;
	symbols_frames(n->symbols, s->pc[0], frame, INLINED_MAX);
	return frame[0].line && !names_of_the_system(&frame[0]);
}

static bool is_inside(struct names *n, const struct trace_data *d)
{
	switch (names_inside(n, &d->place)) {
	case NAMES_STARTED:
		return true;
	case NAMES_CALLED:
		return !by_user(n, &d->stack);
	default:
		return false;
	}
}

void insides_hide(struct sequence *s, struct names *n)
{
	const struct channel *c = n->c;

	for (uint32_t i = 0; i < s->count; i++) {
		const struct trace_data *d = &c->data[s->item[i].at];

		if (!s->item[i].shown || !s->item[i].is_data ||
			!d->place.block ||
			(c->bugs && d->place.block == c->bug[0].place.block))
			continue;
		if (is_inside(n, d))
			s->item[i].shown = false;
	}
}
