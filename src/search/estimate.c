/* SPDX-License-Identifier: MIT */
#include "search/estimate.h"

#include <string.h>

struct saved_estimate {
	uint32_t nodes, from;
	uint32_t open, lost;
	uint64_t executions;
	double spent;
};

void estimate_init(struct estimate *e, void *memory, size_t bytes)
{
	e->node = memory;
	e->max = bytes / sizeof *e->node < UINT32_MAX
			 ? (uint32_t)(bytes / sizeof *e->node)
			 : UINT32_MAX;
	estimate_restart(e);
}

void estimate_restart(struct estimate *e)
{
	e->nodes = e->from = 0;
	e->open = true;
	e->lost = false;
	e->spent = 0;
	e->executions = 0;
}

/* Drops the nodes behind `step`; the one there, NULL if it was lost. */
static struct estimate_node *back_to(struct estimate *e, uint32_t step)
{
	while (e->nodes && e->node[e->nodes - 1].step > step)
		e->nodes--;
	if (!e->nodes || e->node[e->nodes - 1].step != step)
		return NULL;
	return &e->node[e->nodes - 1];
}

void estimate_branch(struct estimate *e, uint32_t step)
{
	struct estimate_node *node = back_to(e, step);

	e->from = step;
	e->open = true;
	if (!node) {
		e->lost = true;
		return;
	}
	node->finished++;
	node->entered = e->spent;
}

void estimate_again(struct estimate *e)
{
	if (e->executions == 0)
		e->nodes = 0;
	else
		back_to(e, e->from);
	e->open = true;
}

void estimate_end(struct estimate *e, uint32_t steps, uint64_t cost)
{
	uint32_t added = steps > e->from ? steps - e->from : 1;
	double each = (double)cost / added;

	/* The nodes that it added: those nothing was spent below. */
	for (uint32_t i = e->nodes; i-- > 0;) {
		struct estimate_node *node = &e->node[i];

		if (e->executions && node->step <= e->from)
			break;
		node->reached = node->entered =
			e->spent + each * (node->step - e->from);
	}
	e->spent += (double)cost;
	e->executions++;
	e->open = false;
}

bool estimate_read(const struct estimate *e,
	uint32_t (*left)(void *arg, uint32_t step), void *arg,
	struct estimated *out)
{
	/* Of the current child of a node: what part of it was made, what all of
	 * it will cost, and what had been spent when it was entered. */
	double part = !e->open, cost = 0, next = e->spent;
	double made = !e->open; /* children with a cost to go by: this one */
	uint32_t i = e->nodes;

	while (e->open && i && e->node[i - 1].step > e->from)
		i--;
	if (e->lost || e->executions == 0 || (e->open && i == 0))
		return false;
	while (i-- > 0) {
		const struct estimate_node *node = &e->node[i];
		double children = node->finished + 1.0 + left(arg, node->step);

		/* From the node to the end of the child's part of the path. */
		cost += next - node->entered;
		part = (node->finished + part) / children;
		cost = (node->entered - node->reached + made * cost) *
		       children / (node->finished + made);
		next = node->reached;
		made = 1;
	}
	*out = (struct estimated){
		.fraction = part,
		.executions = (double)e->executions / part,
		.cost = cost + next,
		.spent = e->spent,
	};
	return true;
}

size_t estimate_save(const struct estimate *e, void *out, size_t bytes)
{
	struct saved_estimate h = {
		.nodes = e->nodes,
		.from = e->from,
		.open = e->open,
		.lost = e->lost,
		.executions = e->executions,
		.spent = e->spent,
	};
	size_t all = sizeof h + h.nodes * sizeof *e->node;

	if (bytes >= all) {
		memcpy(out, &h, sizeof h);
		memcpy((char *)out + sizeof h, e->node,
			h.nodes * sizeof *e->node);
	}
	return all;
}

bool estimate_load(struct estimate *e, const void *saved, size_t length)
{
	struct saved_estimate h;

	if (length < sizeof h)
		return false;
	memcpy(&h, saved, sizeof h);
	if (h.nodes > e->max || h.open > 1 || h.lost > 1 ||
		length != sizeof h + h.nodes * sizeof *e->node)
		return false;
	memcpy(e->node, (const char *)saved + sizeof h,
		h.nodes * sizeof *e->node);
	e->nodes = h.nodes;
	e->from = h.from;
	e->open = h.open;
	e->lost = h.lost;
	e->executions = h.executions;
	e->spent = h.spent;
	for (uint32_t i = 1; i < h.nodes; i++)
		if (e->node[i - 1].step >= e->node[i].step)
			return false;
	return true;
}
