/* SPDX-License-Identifier: MIT */
/* stack.c - a stack without locks; who pops a node frees it, unless
 * somebody looks at it */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

static _Atomic(struct node *) top;
static atomic_int looking;

static void push(int value)
{
	struct node *n = malloc(sizeof *n);

	n->value = value;
	n->next = atomic_load(&top);
	while (!atomic_compare_exchange_strong(&top, &n->next, n))
		;
}

static int pop(void)
{
	struct node *n, *next;

	do {
		atomic_fetch_add(&looking, 1);
		n = atomic_load(&top);
		next = n ? n->next : NULL;
		atomic_fetch_sub(&looking, 1);
		if (!n)
			return 0;
	} while (!atomic_compare_exchange_strong(&top, &n, next));
	int value = n->value;
	if (atomic_load(&looking) == 0)
		free(n); /* else it is lost: a real one keeps it for later */
	return value;
}

static void *taker(void *value)
{
	*(int *)value = pop();
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int a, b, c, taken;

	push(1);
	push(2);
	pthread_create(&thread, NULL, taker, &taken);
	a = pop();
	b = pop();
	push(4);
	pthread_join(thread, NULL);
	c = pop();
	assert(a + b + c + taken + pop() == 1 + 2 + 4);
	return 0;
}
