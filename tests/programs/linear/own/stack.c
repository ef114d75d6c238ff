/* SPDX-License-Identifier: MIT */
/* stack: Treiber's, without a specification; what it returns are pointers.
 *
 * check: --exhaustive --spec own
 * verdict: verified
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#ifndef BROKEN
#define BROKEN 0
#endif

struct node {
	struct node *next;
};

static _Atomic(struct node *) top;

static void push(struct node *n)
{
	n->next = atomic_load(&top);
	if (BROKEN == 1)
		atomic_store(&top, n);
	else
		while (!atomic_compare_exchange_strong(&top, &n->next, n))
			;
}

static struct node *pop(void)
{
	struct node *n = atomic_load(&top);

	if (BROKEN == 2) {
		if (n)
			atomic_store(&top, n->next);
		return n;
	}
	while (n && !atomic_compare_exchange_strong(&top, &n, n->next))
		if (BROKEN == 3)
			return NULL;
	return n;
}

static void *thread(void *unused)
{
	struct node *n = malloc(sizeof *n), *got;

	SCARP_OPERATION(
		&top, "push", push(n), (SCARP_POINTER(n)), SCARP_NOTHING);
	SCARP_OPERATION(&top, "pop", got = pop(), (),
		got ? SCARP_POINTER(got) : SCARP_EMPTY);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, thread, NULL);
	thread(NULL);
	pthread_join(t, NULL);
	return 0;
}
