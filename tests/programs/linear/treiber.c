/* SPDX-License-Identifier: MIT */
/* treiber: a stack after Treiber; two push and pop, then one pops.  Others
 * include it, BROKEN: treiber_*.c.
 *
 * check: --exhaustive
 * verdict: verified
 * check: --exhaustive --model tso
 * verdict: verified
 * check: --exhaustive --history executed
 * verdict: verified
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef BROKEN
#define BROKEN 0
#endif

struct node {
	struct node *next;
	int value;
};

static _Atomic(struct node *) top;

static void push(struct node *n)
{
	struct node *seen = atomic_load(&top);

	do {
		n->next = seen;
		if (BROKEN == 1) {
			atomic_store(&top, n);
			return;
		}
	} while (!atomic_compare_exchange_strong(&top, &seen, n));
}

static struct node *pop(void)
{
	struct node *seen = atomic_load(&top);

	while (seen) {
		if (BROKEN == 2) {
			atomic_store(&top, seen->next);
			return seen;
		}
		if (atomic_compare_exchange_strong(&top, &seen, seen->next))
			return seen;
		if (BROKEN == 3)
			return NULL;
	}
	return NULL;
}

static void pushes(struct node *n)
{
	SCARP_OPERATION(
		&top, "push", push(n), (SCARP_NUMBER(n->value)), SCARP_NOTHING);
}

static void pops(void)
{
	struct node *got;

	SCARP_OPERATION(&top, "pop", got = pop(), (),
		got ? SCARP_NUMBER(got->value) : SCARP_EMPTY);
}

static struct node one = {NULL, 1}, two = {NULL, 2};

static void *first(void *unused)
{
	pushes(&one);
	pops();
	return unused;
}

static void *second(void *unused)
{
	pushes(&two);
	pops();
	return unused;
}

int main(void)
{
	pthread_t a, b;

	scarp_specification(&top, "stack");
	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pops();
	return 0;
}
