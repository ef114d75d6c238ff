/* SPDX-License-Identifier: MIT */
#include "report/overdue.h"

#include <string.h>

static bool is_over(const struct channel *c, const struct item *i)
{
	return !i->is_data && c->event[i->at].flags & EVENT_TIME_OVER &&
	       !(c->event[i->at].flags & EVENT_BLOCKED) &&
	       c->event[i->at].kind != OP_none;
}

void overdue_show(struct sequence *s, const struct channel *c)
{
	static uint64_t
		later[THREADS_MAX]; /* where the next one is; 0: a row */

	memset(later, 0, sizeof later);
	for (uint32_t i = s->count; i-- > 0;) {
		struct item *item = &s->item[i];
		tid t = item->is_data ? c->data[item->at].thread
				      : c->event[item->at].thread;
		bool shown = item->shown, over = is_over(c, item);
		uint64_t pc = over ? c->event[item->at].stack.pc[0] : 0;

		if (over && later[t] != pc)
			item->shown = true;
		if (over)
			later[t] = pc;
		else if (shown)
			later[t] = 0;
	}
}
