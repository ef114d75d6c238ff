/* SPDX-License-Identifier: MIT */
#include "report/compare.h"

const struct channel_place *compare_place(
	const struct channel *c, const struct item *i)
{
	return i->is_data ? &c->data[i->at].place : &c->event[i->at].place;
}

const struct channel_stack *compare_stack(
	const struct channel *c, const struct item *i)
{
	return i->is_data ? &c->data[i->at].stack : &c->event[i->at].stack;
}

const struct channel_stack *compare_failing(const struct compare *a)
{
	const struct channel *c = a->fails.c;

	for (uint32_t i = c->events; i-- > 0;)
		if (c->event[i].flags & EVENT_FAILED &&
			c->event[i].thread == a->failing)
			return &c->event[i].stack;
	return &c->bug[0].stack;
}
