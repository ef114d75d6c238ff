/* SPDX-License-Identifier: MIT */
#include "search/estimate.h"

#include <string.h>

struct saved_estimate {
	uint64_t nodes, before;
	uint64_t executions, spent;
	uint32_t from, open, lost, unused;
};

bool estimate_init(struct estimate *e, void *memory, size_t bytes)
{
	if (bytes < sizeof *e->node)
		return false;
	e->node = memory;
	e->end = e->node + bytes / sizeof *e->node;
	estimate_restart(e);
	return true;
}

void estimate_restart(struct estimate *e)
{
	e->last = e->before = e->node;
	*e->node = (struct estimate_node){0};
	e->from = 0;
	e->open = true;
	e->lost = false;
	e->spent = 0;
	e->executions = 0;
}

void estimate_again(struct estimate *e)
{
	e->last = e->before;
	e->open = true;
}

void estimate_date(struct estimate *e, uint32_t steps, uint64_t cost)
{
	uint32_t added = steps > e->from ? steps - e->from : 1;
	uint64_t each = cost / added;

	for (struct estimate_node *n = e->before + 1; n <= e->last; n++) {
		uint32_t at = n->step - e->from;

		n->reached = e->spent + each * (at < added ? at : added);
	}
}

static double at_least(double a, double b)
{
	return b < a ? a : b;
}

bool estimate_read(const struct estimate *e,
	double (*left)(void *arg, uint32_t step), void *arg,
	struct estimated *out)
{
	/* Of the current child of a node: what part of it was made, what all of
	 * it will cost, and what had been spent when it was entered. */
	double part = !e->open, cost = 0, recursive = 0;
	uint64_t next = e->spent;
	double made = !e->open; /* children with a cost to go by: this one */
	const struct estimate_node *node = e->open ? e->before : e->last;

	if (e->lost || e->executions == 0 || (e->open && node == e->node))
		return false;
	for (; node > e->node; node--) {
		double children = node->finished + 1.0 + left(arg, node->step);
		double entered = node->finished + made;
		uint64_t at = node->finished ? node->entered : node->reached;
		double behind = (double)(at - node->reached);

		/* From the node to the end of the child's part of the path. */
		cost += (double)(next - at);
		recursive += (double)(next - at);
		if (node->finished)
			cost = at_least((double)(e->spent - at),
				part * cost +
					(1 - part) * behind / node->finished);
		cost = (behind + made * cost) * children / entered;
		recursive = (behind + made * recursive) * children / entered;
		part = (node->finished + part) / children;
		next = node->reached;
		made = 1;
	}
	*out = (struct estimated){
		.fraction = part,
		.executions = (double)e->executions / part,
		.cost = cost + (double)next,
		.recursive = recursive + (double)next,
		.spent = (double)e->spent,
	};
	return true;
}

void estimate_doubt(struct estimate_doubt *d, struct estimated *is)
{
	if (is->spent < d->spent)
		*d = (struct estimate_doubt){0};
	if (is->spent >= 2 * d->spent) {
		d->wrong = d->predicted > 0 && is->spent > d->predicted;
		d->spent = is->spent;
		d->predicted = is->cost;
	}
	if (d->wrong && is->fraction < 1)
		is->cost = at_least(
			is->cost, is->spent / at_least(is->fraction, 0.5));
}

void estimate_below(
	const struct estimate *e, uint32_t step, struct estimate *part)
{
	estimate_restart(part);
	part->lost = e->lost;
	for (const struct estimate_node *n = e->node + 1; n <= e->last; n++)
		if (n->step > step) {
			estimate_meet(part, n->step);
			part->last->reached = 0;
		}
	part->open = false;
}

size_t estimate_save(const struct estimate *e, void *out, size_t bytes)
{
	struct saved_estimate h = {
		.nodes = (uint64_t)(e->last - e->node),
		.before = (uint64_t)(e->before - e->node),
		.from = e->from,
		.open = e->open,
		.lost = e->lost,
		.executions = e->executions,
		.spent = e->spent,
	};
	size_t nodes = h.nodes * sizeof *e->node;

	if (bytes >= sizeof h + nodes) {
		memcpy(out, &h, sizeof h);
		memcpy((char *)out + sizeof h, e->node + 1, nodes);
	}
	return sizeof h + nodes;
}

bool estimate_load(struct estimate *e, const void *saved, size_t length)
{
	struct saved_estimate h;

	if (length < sizeof h)
		return false;
	memcpy(&h, saved, sizeof h);
	if (h.nodes >= (uint64_t)(e->end - e->node) || h.before > h.nodes ||
		h.open > 1 || h.lost > 1 ||
		length != sizeof h + h.nodes * sizeof *e->node)
		return false;
	memcpy(e->node + 1, (const char *)saved + sizeof h,
		h.nodes * sizeof *e->node);
	e->last = e->node + h.nodes;
	e->before = e->node + h.before;
	e->from = h.from;
	e->open = h.open;
	e->lost = h.lost;
	e->executions = h.executions;
	e->spent = h.spent;
	for (const struct estimate_node *n = e->node + 2; n <= e->last; n++)
		if (n[-1].step >= n->step)
			return false;
	return true;
}
