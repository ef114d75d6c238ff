/* SPDX-License-Identifier: MIT */
/* node.c - the pool of nodes, and waiting with one
 *
 * The pool is a stack without a lock (R. K. Treiber, Coping with Parallelism,
 * 1986).  Its head carries how often a node was taken: else the same node at
 * the top need not mean the same node below it.
 */
#include "queue/node.h"

#include "kernel.h"

enum {
	NODES = 12
};

static struct {
	_Atomic uint32_t granted;
	_Atomic uint32_t next;
} node[NODES];

static _Atomic uint64_t pool; /* times taken << 32 | the node on top */

void node_init(void)
{
	for (uint32_t n = 1; n + 1 < NODES; n++)
		atomic_init(&node[n].next, n + 1);
	atomic_init(&pool, 1);
}

uint32_t node_take(void)
{
	uint64_t seen = pool, left;
	uint32_t n;

	do {
		n = (uint32_t)seen;
		assert(n); /* nodes are enough for every test */
		left = node[n].next;
#ifndef BUG_POOL_UNTAGGED
		left |= ((seen >> 32) + 1) << 32;
#endif
#ifdef BUG_POOL_TORN
		pool = left;
	} while (0);
#else
	} while (!atomic_compare_exchange_strong(&pool, &seen, left));
#endif
	node_reset(n);
	return n;
}

void node_give(uint32_t n)
{
	uint64_t seen = pool;

	do
		node[n].next = (uint32_t)seen;
	while (!atomic_compare_exchange_strong(
		&pool, &seen, seen >> 32 << 32 | n));
}

void node_reset(uint32_t n)
{
	node[n].granted = 0;
	node[n].next = 0;
}

uint32_t node_next(uint32_t n)
{
	return node[n].next;
}

void node_link(uint32_t n, uint32_t next)
{
	node[n].next = next;
}

void node_park(uint32_t n)
{
#ifdef BUG_PARK_IF
	if (!node[n].granted)
#else
	while (!node[n].granted)
#endif
		kernel_wait(&node[n].granted, 0);
}

/* The wake-up may come when the node has another user already, which is why
 * `node_park` looks again. */
void node_grant(uint32_t n)
{
#ifdef BUG_GRANT_WAKES_FIRST
	kernel_wake(&node[n].granted, 1);
	node[n].granted = 1;
#else
	node[n].granted = 1;
	kernel_wake(&node[n].granted, 1);
#endif
}

void row_add(struct row *r, uint32_t n)
{
	if (r->first)
		node_link(r->last, n);
	else
		r->first = n;
	r->last = n;
}

uint32_t row_remove(struct row *r)
{
	uint32_t n = r->first;

	if (n)
		r->first = node_next(n);
	return n;
}
