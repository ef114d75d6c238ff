/* SPDX-License-Identifier: MIT */
#include "search/strategy/bounds.h"

void bounds_init(struct bounds *b, const struct search_config *config)
{
	/* Costs are kept in 16 bits. */
	b->most = config->bounds && config->bounds < UINT16_MAX ? config->bounds
								: UINT16_MAX;
	bounds_restart(b);
}

void bounds_restart(struct bounds *b)
{
	b->count = (struct search_bounds){0};
	b->finish = b->failed = b->cut = false;
}

bool bounds_next(struct bounds *b)
{
	if (!b->cut && b->count.done == b->count.now) {
		b->count.done++;
		b->count.within += b->count.executions;
	}
	if (!b->count.more || b->count.now + 1 == b->most ||
		(b->finish && b->failed))
		return false;
	b->count.now++;
	b->count.executions = b->count.failed = 0;
	b->count.more = false;
	return true;
}

void bounds_end(struct bounds *b, enum outcome_kind kind)
{
	switch (kind) {
	case OUTCOME_FAILED:
	case OUTCOME_DEADLOCKED:
	case OUTCOME_LIVELOCKED:
		b->failed = true;
		b->count.failed++;
		/* fall through */
	case OUTCOME_ENDED:
		b->count.executions++;
		break;
	case OUTCOME_STOPPED:
	case OUTCOME_DIVERGED:
		b->cut = true;
		break;
	default:
		break;
	}
}

struct saved_bounds bounds_save(const struct bounds *b)
{
	return (struct saved_bounds){
		b->count, b->finish, b->failed, b->cut, {0}};
}

bool bounds_load(struct bounds *b, const struct saved_bounds *saved)
{
	b->count = saved->count;
	b->finish = saved->finish != 0;
	b->failed = saved->failed != 0;
	b->cut = saved->cut != 0;
	return b->count.now < b->most;
}
