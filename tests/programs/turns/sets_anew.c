/* SPDX-License-Identifier: MIT */
/* sets_anew: a turn that comes to nothing has changed what each turn sets
 *
 * Three threads push a node each.  A failed push has written where its own node
 * leads to, and writes it again before anybody else can see the node: no part
 * of a trace (tests/oracle/erased.py, look).
 *
 * check: --exhaustive --refine none --turns erased
 * verdict: verified
 * last_round: 6
 * blocked: 21
 * states: 3
 * native: sc
 *
 * The same with a look at the top in each turn.
 *
 * check: --exhaustive --refine none --turns erased
 * flags: -DLOOKS
 * verdict: verified
 * last_round: 6
 * blocked: 21
 * states: 3
 *
 * Who waits for what never comes has set something in each turn, too.
 *
 * check: --turns erased
 * flags: -DNEVER
 * verdict: bug livelock
 *
 * With pops: a stack of Treiber (tests/oracle/erased.py, stack).  Its nodes are
 * variables, and what leads on is set by an atomic operation.
 *
 * check: --exhaustive --refine none --turns erased
 * flags: -DPOPS=1 -DPUSHES=2
 * verdict: verified
 * last_round: 8
 * blocked: 8
 * states: 1 2
 *
 * check: --exhaustive --refine none --turns erased
 * flags: -DPOPS=2 -DPUSHES=2
 * verdict: verified
 * last_round: 38
 * blocked: 56
 * states: 0 1 2
 *
 * check: --exhaustive --refine none --turns erased
 * flags: -DPOPS=1
 * verdict: verified
 * last_round: 36
 * blocked: 159
 * states: 2 3
 */
#include "test.h"

#ifndef PUSHES
#define PUSHES 3
#endif

#ifdef POPS
struct node {
	atomic_int next;
} pool[PUSHES + 1];

static atomic_int top;

static void *push(void *number)
{
	int i = (int)(intptr_t)number;
	int old = atomic_load(&top);

	do
		atomic_store_explicit(&pool[i].next, old, memory_order_relaxed);
	while (!atomic_compare_exchange_strong(&top, &old, i));
	return NULL;
}

static void *pop(void *unused)
{
	int old = atomic_load(&top);

	while (old) {
		int next = atomic_load(&pool[old].next);

		if (atomic_compare_exchange_strong(&top, &old, next))
			break;
	}
	return unused;
}

static int left(void)
{
	int n = 0;

	for (int i = atomic_load(&top); i; i = atomic_load(&pool[i].next))
		n++;
	return n;
}
#else
#define POPS 0

struct node {
	struct node *next;
};

_Atomic(struct node *) top;

static void *push(void *unused)
{
	struct node *node = malloc(sizeof *node);

#ifdef NEVER
	struct node *old;

	node->next = node;
	do {
		old = atomic_load(&top);
		node->next = old;
	} while (old != node);
	return unused;
#elif defined LOOKS
	for (;;) {
		struct node *old = atomic_load(&top);

		node->next = old;
		if (atomic_compare_exchange_strong(&top, &old, node))
			return unused;
	}
#else
	struct node *old = atomic_load(&top);

	(void)unused;
	do
		node->next = old;
	while (!atomic_compare_exchange_strong(&top, &old, node));
	return NULL;
#endif
}

static void *pop(void *unused)
{
	return unused;
}

static int left(void)
{
	int n = 0;

	for (struct node *node = atomic_load(&top); node; node = node->next)
		n++;
	return n;
}
#endif

int main(void)
{
	pthread_t t[PUSHES + POPS];

	for (int i = 0; i < PUSHES + POPS; i++)
		t[i] = start(
			i < PUSHES ? push : pop, (void *)(intptr_t)(i + 1));
	for (int i = 0; i < PUSHES + POPS; i++)
		finish(t[i]);
	printf("%d\n", left());
	return 0;
}
