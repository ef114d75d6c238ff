/* SPDX-License-Identifier: MIT */
/* register.c - a write and its reads are a cluster, held without interruption
 */
#include <stdlib.h>

#include "linear/fast/fast.h"

struct cluster {
	value value;
	uint32_t write; /* NO_OP: the initial value */
	uint32_t write_call;
	uint32_t least_back, greatest_call;
	uint32_t reads;
	uint32_t point;
};

struct work {
	struct cluster *cluster; /* by value */
	size_t clusters;
	struct fast_cover held;
	struct fast_places places;
};

static int by_value(const void *a, const void *b)
{
	const struct cluster *x = a, *y = b;

	return x->value < y->value ? -1 : x->value > y->value;
}

static struct cluster *cluster_of(struct work *w, value v)
{
	struct cluster key = {.value = v};

	return bsearch(&key, w->cluster, w->clusters, sizeof key, by_value);
}

static bool is_write(const struct linear_op *op)
{
	return op->argument[0] != VALUE_NONE;
}

/* Ranks are one more here: the initial value was written at 0. */
static int make_clusters(struct work *w, const struct linear_fast *f)
{
	w->cluster[w->clusters++] = (struct cluster){
		.value = f->initial == VALUE_NONE ? 0 : f->initial,
		.write = NO_OP};
	for (uint32_t i = 0; i < f->ops; i++) {
		const struct linear_op *op = &f->op[i];
		bool pending = op->end == LINEAR_PENDING;

		if (op->end == LINEAR_BLOCKED)
			return FAST_UNSUITED;
		if (is_write(op))
			w->cluster[w->clusters++] = (struct cluster){
				op->argument[0], i, op->call + 1,
				pending ? NEVER_RETURNED : op->back + 1,
				op->call + 1, 0, 0};
	}
	qsort(w->cluster, w->clusters, sizeof *w->cluster, by_value);
	for (size_t i = 1; i < w->clusters; i++)
		if (w->cluster[i - 1].value == w->cluster[i].value)
			return FAST_UNSUITED;
	return FAST_YES;
}

static int add_reads(struct work *w, const struct linear_fast *f)
{
	for (uint32_t i = 0; i < f->ops; i++) {
		const struct linear_op *op = &f->op[i];
		struct cluster *c;

		if (is_write(op) || op->end == LINEAR_PENDING)
			continue;
		c = cluster_of(w, op->result);
		if (!c || op->back + 1 < c->write_call)
			return FAST_NO;
		c->reads++;
		if (op->back + 1 < c->least_back)
			c->least_back = op->back + 1;
		if (op->call + 1 > c->greatest_call)
			c->greatest_call = op->call + 1;
	}
	return FAST_YES;
}

/* A pending write that nobody read. */
static bool is_left_out(const struct linear_fast *f, const struct cluster *c)
{
	return c->write != NO_OP && !c->reads &&
	       f->op[c->write].end == LINEAR_PENDING;
}

static int give_points(struct work *w, const struct linear_fast *f)
{
	size_t forward = 0;

	for (size_t i = 0; i < w->clusters; i++) {
		struct cluster *c = &w->cluster[i];

		c->point = c->least_back;
		if (c->least_back < c->greatest_call) {
			w->held.span[w->held.spans++] = (struct fast_span){
				c->least_back, c->greatest_call};
			forward++;
		}
	}
	fast_join(&w->held);
	if (w->held.spans < forward)
		return FAST_NO; /* two are held at one moment */
	for (size_t i = 0; i < w->clusters; i++) {
		struct cluster *c = &w->cluster[i];

		if (c->least_back < c->greatest_call || is_left_out(f, c) ||
			c->write == NO_OP)
			continue;
		c->point = fast_gap(&w->held, c->greatest_call);
		if (c->point > c->least_back)
			return FAST_NO;
	}
	return FAST_YES;
}

static void put_all(struct work *w, struct linear_fast *f)
{
	for (uint32_t i = 0; i < f->ops; i++) {
		const struct linear_op *op = &f->op[i];
		const struct cluster *c;

		if (!is_write(op) && op->end == LINEAR_PENDING)
			continue;
		c = cluster_of(w, is_write(op) ? op->argument[0] : op->result);
		if (!is_left_out(f, c))
			fast_put(&w->places, i, c->point,
				(uint32_t)(c - w->cluster),
				is_write(op) ? 0 : op->call + 1);
	}
	fast_finish(f, &w->places);
}

int fast_register(struct linear_fast *f)
{
	struct work w = {calloc(f->ops + 1, sizeof *w.cluster), 0,
		{calloc(f->ops + 1, sizeof *w.held.span), 0},
		{calloc(f->ops + 1, sizeof *w.places.place), 0}};
	int answer = FAST_MEMORY;

	if (w.cluster && w.held.span && w.places.place)
		answer = make_clusters(&w, f);
	if (answer == FAST_YES)
		answer = add_reads(&w, f);
	if (answer == FAST_YES)
		answer = give_points(&w, f);
	if (answer == FAST_YES)
		put_all(&w, f);
	free(w.cluster);
	free(w.held.span);
	free(w.places.place);
	return answer;
}
