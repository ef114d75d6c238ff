/* SPDX-License-Identifier: MIT */
/* treiber_stack: a stack after Treiber that begins with two values.  Broken:
 * 1 push stores the top, 2 pop does, 3 pop frees its node (ABA).
 *
 * args: 'push(1), pop | push(2), pop'
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

static _Atomic(struct node *) top;

static struct scarp_value push(void *object, const long long *argument)
{
	struct node *n = malloc(sizeof *n), *seen = atomic_load(&top);

	n->value = argument[0];
	do {
		n->next = seen;
		if (BROKEN == 1) {
			atomic_store(&top, n);
			break;
		}
	} while (!atomic_compare_exchange_strong(&top, &seen, n));
	return SCARP_NOTHING;
}

static struct scarp_value pop(void *object, const long long *argument)
{
	struct node *seen = atomic_load(&top);
	long long value;

	while (seen) {
		if (BROKEN == 2)
			atomic_store(&top, seen->next);
		else if (!atomic_compare_exchange_strong(
				 &top, &seen, seen->next))
			continue;
		value = seen->value;
		if (BROKEN == 3)
			free(seen);
		return SCARP_NUMBER(value);
	}
	return SCARP_EMPTY;
}

static void *begin(void)
{
	static const long long value[] = {101, 102};

	scarp_specification(&top, "stack");
	for (int i = 0; i < 2; i++)
		SCARP_OPERATION(&top, "push", push(&top, &value[i]),
			(SCARP_NUMBER(value[i])), SCARP_NOTHING);
	return &top;
}

static const struct scarp_action actions[] = {
	{"push", push, {&scarp_fresh}, 0},
	{"pop", pop, {NULL}, 0},
	{NULL, NULL, {NULL}, 0},
};

static const struct scarp_clients stack = {NULL, begin, NULL, actions, 0};

SCARP_CLIENTS(stack)
