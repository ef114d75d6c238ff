/* SPDX-License-Identifier: MIT */
/* treiber_aba: a stack whose pop frees its node.  While one pop has read what
 * comes below the top, the other thread pops both and pushes anew, in the
 * memory of the old top: the compare and swap of the first succeeds, and what
 * is freed is the top.
 *
 * check: --exhaustive
 * verdict: bug use_after_free
 * check: --heap=reuse --strategy random --max-executions 20000 --seed 3
 * verdict: bug not_linearizable use_after_free
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

static _Atomic(struct node *) top;

static void push(int value)
{
	struct node *n = malloc(sizeof *n), *seen = atomic_load(&top);

	n->value = value;
	do
		n->next = seen;
	while (!atomic_compare_exchange_strong(&top, &seen, n));
}

static int pop(void)
{
	struct node *seen = atomic_load(&top);

	while (seen && !atomic_compare_exchange_strong(&top, &seen, seen->next))
		;
	if (!seen)
		return 0;

	int value = seen->value;

	free(seen);
	return value;
}

static void pushes(int value)
{
	SCARP_OPERATION(&top, "push", push(value), (SCARP_NUMBER(value)),
		SCARP_NOTHING);
}

static void pops(void)
{
	int got;

	SCARP_OPERATION(&top, "pop", got = pop(), (),
		got ? SCARP_NUMBER(got) : SCARP_EMPTY);
}

static void *one(void *unused)
{
	pops();
	return unused;
}

static void *other(void *unused)
{
	pops();
	pops();
	pushes(3);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	scarp_specification(&top, "stack");
	pushes(1);
	pushes(2);
	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, other, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pops();
	pops();
	return 0;
}
