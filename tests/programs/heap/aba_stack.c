/* SPDX-License-Identifier: MIT */
/* aba_stack: Treiber's stack with a hazard pointer; given up before the swap it
 * still keeps the read of `next` safe, but not the swap: ABA
 *
 * check: --exhaustive
 * verdict: verified
 * says: freed memory is not handed out again
 * scope: no_address_reuse
 *
 * check: --exhaustive --heap=reuse
 * verdict: bug assertion
 * replays: 1
 *
 * check: --strategy random --seed 1 --max-executions 20000 --heap=reuse
 * verdict: bug assertion
 *
 * The bare command tries it at random for a while, when all else is proven.
 *
 * check: --max-executions 10000
 * verdict: bug assertion
 * replays: 1
 *
 * check: --max-executions 10000 --heap=fresh
 * verdict: verified
 * scope: no_address_reuse
 *
 * Kept until after the swap, all is well in every schedule.
 *
 * check: --exhaustive --heap=reuse
 * flags: -DKEPT
 * verdict: verified
 * says: freed memory is handed out again in whole blocks
 * scope: whole_blocks
 */
#include "test.h"

struct node {
	struct node *next;
};

static _Atomic(struct node *) head, hazard;

static void push(struct node *n)
{
	n->next = atomic_load(&head);
	while (!atomic_compare_exchange_strong(&head, &n->next, n))
		;
}

static struct node *pop_guarded(void)
{
	struct node *top, *next;

	do {
		do {
			top = atomic_load(&head);
			atomic_store(&hazard, top);
			if (!top)
				return NULL;
		} while (top != atomic_load(&head));
		next = top->next;
#ifndef KEPT
		atomic_store(&hazard, NULL);
#endif
	} while (!atomic_compare_exchange_strong(&head, &top, next));
	atomic_store(&hazard, NULL);
	return top;
}

static void retire(struct node *n)
{
	while (atomic_load(&hazard) == n)
		;
	free(n);
}

/* Takes all, gives the first node back to the heap, pushes a new one. */
static void *other(void *unused)
{
	struct node *first = atomic_exchange(&head, NULL), *rest;

	if (!first)
		return NULL;
	rest = first->next;
	retire(first);
	push(malloc(sizeof *first));
	return rest;
}

int main(void)
{
	struct node *mine, *theirs;
	pthread_t t;

	push(malloc(sizeof *mine));
	push(malloc(sizeof *mine));
	t = start(other, NULL);
	mine = pop_guarded();
	theirs = finish(t);
	for (struct node *n = head; n; n = n->next)
		assert(n != mine && n != theirs); /* BUG */
	free(mine);
	free(theirs);
	return 0;
}
