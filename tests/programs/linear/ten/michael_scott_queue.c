/* SPDX-License-Identifier: MIT */
/* michael_scott_queue: a queue after Michael and Scott.  Broken: 1 enqueue
 * stores the link, 2 dequeue stores the head, 3 enqueue moves the tail first
 * and links then, so that a dequeue sees nothing behind an open enqueue.
 *
 * args: 'enqueue(1), dequeue | enqueue(2)'
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
	_Atomic(struct node *) next;
	long long value;
};

static struct node dummy;
static _Atomic(struct node *) head = &dummy, tail = &dummy;

static struct scarp_value enqueue(void *object, const long long *argument)
{
	struct node *n = malloc(sizeof *n);

	n->value = argument[0];
	n->next = NULL;
	if (BROKEN == 3) {
		atomic_store(&atomic_exchange(&tail, n)->next, n);
		return SCARP_NOTHING;
	}
	for (;;) {
		struct node *last = atomic_load(&tail);
		struct node *next = atomic_load(&last->next);

		if (next) { /* somebody has not moved the tail yet */
			atomic_compare_exchange_strong(&tail, &last, next);
			continue;
		}
		if (BROKEN == 1)
			atomic_store(&last->next, n);
		else if (!atomic_compare_exchange_strong(&last->next, &next, n))
			continue;
		atomic_compare_exchange_strong(&tail, &last, n);
		return SCARP_NOTHING;
	}
}

static struct scarp_value dequeue(void *object, const long long *argument)
{
	for (;;) {
		struct node *first = atomic_load(&head);
		struct node *last = atomic_load(&tail);
		struct node *next = atomic_load(&first->next);

		if (!next)
			return SCARP_EMPTY;
		if (first == last) {
			atomic_compare_exchange_strong(&tail, &last, next);
			continue;
		}
		if (BROKEN == 2)
			atomic_store(&head, next);
		else if (!atomic_compare_exchange_strong(&head, &first, next))
			continue;
		return SCARP_NUMBER(next->value);
	}
}

static const struct scarp_action actions[] = {
	{"enqueue", enqueue, {&scarp_fresh}, 0},
	{"dequeue", dequeue, {NULL}, 0},
	{NULL, NULL, {NULL}, 0},
};

static const struct scarp_clients queue = {"queue", NULL, NULL, actions, 0};

SCARP_CLIENTS(queue)
