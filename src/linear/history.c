/* SPDX-License-Identifier: MIT */
#include "linear/history.h"

#include <stdlib.h>

struct event {
	uint32_t rank;
	uint32_t *at;
};

static int by_rank(const void *a, const void *b)
{
	const struct event *x = a, *y = b;

	return x->rank < y->rank ? -1 : x->rank > y->rank;
}

size_t linear_rank(struct linear_op *op, size_t n)
{
	struct event *event = calloc(2 * n + 1, sizeof *event);
	size_t events = 0;

	if (!event)
		return SIZE_MAX;
	for (size_t i = 0; i < n; i++) {
		event[events++] = (struct event){op[i].call, &op[i].call};
		if (op[i].back != RANK_NEVER)
			event[events++] =
				(struct event){op[i].back, &op[i].back};
	}
	qsort(event, events, sizeof *event, by_rank);
	for (size_t i = 0; i < events; i++)
		*event[i].at = (uint32_t)i;
	free(event);
	return events;
}

/* Within a period all calls come before all returns; the order among calls, and
 * among returns, means nothing. */
bool linear_stretch(struct linear_op *op, size_t n)
{
	int8_t *step = calloc(2 * n + 1, 1);
	uint32_t *calls = calloc(2 * n + 1, sizeof *calls);
	uint32_t *from = calloc(2 * n + 1, sizeof *from);
	bool good = step && calls && from;
	uint32_t begin = 0, open = 0, call = 0, back = 0;

	for (size_t i = 0; good && i < n; i++) {
		step[op[i].call] = 1;
		if (op[i].back != RANK_NEVER)
			step[op[i].back] = -1;
	}
	/* from: where the period of a rank begins; calls: how many it has. */
	for (uint32_t i = 0; good && i < 2 * n && step[i]; i++) {
		if (!open)
			begin = i;
		from[i] = begin;
		open += (uint32_t)step[i];
		calls[begin] += step[i] > 0;
	}
	for (uint32_t i = 0; good && i < 2 * n && step[i]; i++) {
		if (from[i] == i)
			call = i, back = i + calls[i];
		/* A rank, until all are known. */
		calls[i] = step[i] > 0 ? call++ : back++;
	}
	for (size_t i = 0; good && i < n; i++) {
		op[i].call = calls[op[i].call];
		if (op[i].back != RANK_NEVER)
			op[i].back = calls[op[i].back];
	}
	free(step);
	free(calls);
	free(from);
	return good;
}
