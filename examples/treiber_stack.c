/* SPDX-License-Identifier: MIT */
/* treiber_stack.c - a lock-free stack that frees what it pops
 *
 * pop() reads top->next after another thread may have popped and freed `top`:
 * use after free.  Lock-free memory needs hazard pointers, epochs or the like.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

static _Atomic(struct node *) top;

static void push(int value)
{
	struct node *n = malloc(sizeof *n);

	n->value = value;
	n->next = atomic_load(&top);
	while (!atomic_compare_exchange_weak(&top, &n->next, n))
		;
}

static int pop(void)
{
	struct node *n = atomic_load(&top);
	int value;

	do {
		if (!n)
			return -1;
	} while (!atomic_compare_exchange_weak(&top, &n, n->next));
	value = n->value;
	free(n);
	return value;
}

static void *take_one(void *unused)
{
	pop();
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	push(1);
	push(2);
	pthread_create(&a, NULL, take_one, NULL);
	pthread_create(&b, NULL, take_one, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
