/* SPDX-License-Identifier: MIT */
/* elimination_stack: a push whose swap fails leaves its node in a slot, from
 * which a pop whose swap failed may take it.  It begins with a value.  Broken:
 * 1 push takes its node back without asking, 2 pop takes it without asking, 3
 * push leaves it there and returns.
 *
 * args: 'push(1) | pop | pop'
 * check: --exhaustive
 * verdict: verified
 * check: --exhaustive --model tso
 * verdict: verified
 */
#include <scarp/clients.h>
#include <stdatomic.h>

#ifndef BROKEN
#define BROKEN 0
#endif

struct node {
	struct node *next;
	long long value;
};

static _Atomic(struct node *) top, slot;

/* Did a pop take it? */
static int offered(struct node *n)
{
	struct node *free_one = NULL, *is = n;

	if (!atomic_compare_exchange_strong(&slot, &free_one, n))
		return 0;
	if (BROKEN == 3)
		return 1;
	if (BROKEN == 1) {
		atomic_store(&slot, NULL);
		return 0;
	}
	return !atomic_compare_exchange_strong(&slot, &is, NULL);
}

static struct scarp_value push(void *object, const long long *argument)
{
	struct node *n = malloc(sizeof *n);

	n->value = argument[0];
	do {
		n->next = atomic_load(&top);
		if (atomic_compare_exchange_strong(&top, &n->next, n))
			break;
	} while (!offered(n));
	return SCARP_NOTHING;
}

static struct node *from_slot(void)
{
	struct node *n = atomic_load(&slot), *is = n;

	if (n && BROKEN == 2) {
		atomic_store(&slot, NULL);
		return n;
	}
	return n && atomic_compare_exchange_strong(&slot, &is, NULL) ? n : NULL;
}

static struct scarp_value pop(void *object, const long long *argument)
{
	for (;;) {
		struct node *n = atomic_load(&top), *is = n;

		if (!n)
			return SCARP_EMPTY;
		if (!atomic_compare_exchange_strong(&top, &is, n->next))
			n = from_slot();
		if (n)
			return SCARP_NUMBER(n->value);
	}
}

static void *begin(void)
{
	static const long long value[] = {101};

	scarp_specification(&top, "stack");
	SCARP_OPERATION(&top, "push", push(&top, value), (SCARP_NUMBER(101)),
		SCARP_NOTHING);
	return &top;
}

static const struct scarp_action actions[] = {
	{"push", push, {&scarp_fresh}, 0},
	{"pop", pop, {NULL}, 0},
	{NULL, NULL, {NULL}, 0},
};

static const struct scarp_clients stack = {NULL, begin, NULL, actions, 0};

SCARP_CLIENTS(stack)
