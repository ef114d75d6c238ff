/* SPDX-License-Identifier: MIT */
/* aba_count: the smallest ABA, with every interleaving counted by hand
 *
 * main has read head = A and A's next = B; the other thread takes both nodes,
 * frees them, and pushes a new one; then main's compare-and-swap puts B there.
 *
 * Without reuse the other thread has two points, take and push, and main's swap
 * stands before, between or behind them: 3.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * executions: 3
 * states: popped,taken=1,left=1 not,taken=2,left=1
 * says: freed memory is not handed out again
 *
 * With it the points are take, free, free, malloc, push.  Swap first: the other
 * thread takes B alone, frees it, and malloc gives B or new memory: 2.  Swap
 * later, in one of 5 gaps: malloc gives A, B or new memory: 15.  In the gap
 * behind the push, with A, the swap succeeds.
 *
 * check: --exhaustive --reduce none --stop-after 0 --heap=reuse
 * verdict: bug use_after_free
 * executions: 17
 * bugs: 1
 * replays: 1
 * races: none
 * says: the memory of heap
 *
 * New memory is alternative 0, so the first schedule needs none of it.
 *
 * check: --exhaustive --reduce none --heap=fresh
 * verdict: verified
 * executions: 3
 */
#include "test.h"

struct node {
	struct node *next;
};

static _Atomic(struct node *) head;

static void *take_all_and_push(void *unused)
{
	struct node *n = atomic_exchange(&head, NULL), *none = NULL;
	struct node *pushed;
	intptr_t taken = 0;

	while (n) {
		struct node *next = n->next;

		free(n);
		n = next;
		taken++;
	}
	pushed = malloc(sizeof *pushed);
	pushed->next = NULL;
	atomic_compare_exchange_strong(&head, &none, pushed);
	return (void *)taken;
}

static void push(struct node *n)
{
	n->next = atomic_load_explicit(&head, memory_order_relaxed);
	atomic_store_explicit(&head, n, memory_order_relaxed);
}

int main(void)
{
	struct node *mine, *next;
	intptr_t taken;
	bool popped;
	int left = 0;
	pthread_t t;

	push(malloc(sizeof *mine));
	push(malloc(sizeof *mine));
	mine = atomic_load_explicit(&head, memory_order_relaxed);
	next = mine->next;
	t = start(take_all_and_push, NULL);
	popped = atomic_compare_exchange_strong(&head, &mine, next);
	taken = (intptr_t)finish(t);
	for (struct node *n = head; n; n = n->next) /* BUG */
		left++;
	printf("%s,taken=%d,left=%d\n", popped ? "popped" : "not", (int)taken,
		left);
	return 0;
}
