/* SPDX-License-Identifier: MIT */
/* michael_scott: a queue after Michael and Scott, nothing freed; one thread
 * puts two things in, another one takes, then main takes.  Others include it,
 * BROKEN.
 *
 * check: --exhaustive
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
	_Atomic(struct node *) next;
	int value;
};

static struct node dummy;
static _Atomic(struct node *) head = &dummy, tail = &dummy;

static void enqueue(struct node *n)
{
	for (;;) {
		struct node *last = atomic_load(&tail);
		struct node *next = atomic_load(&last->next);

		if (next) { /* somebody has not moved the tail yet */
			atomic_compare_exchange_strong(&tail, &last, next);
			continue;
		}
		if (BROKEN == 1) { /* what was put there meanwhile is gone */
			atomic_store(&last->next, n);
			atomic_store(&tail, n);
			return;
		}
		if (atomic_compare_exchange_strong(&last->next, &next, n)) {
			atomic_compare_exchange_strong(&tail, &last, n);
			return;
		}
	}
}

static int dequeue(void)
{
	for (;;) {
		struct node *first = atomic_load(&head);
		struct node *last = atomic_load(&tail);
		struct node *next = atomic_load(&first->next);

		if (first == last) {
			/* Broken: what is there, and the tail not there yet,
			 * is seen by nobody, and put back nowhere. */
			if (!next || BROKEN == 2)
				return 0;
			atomic_compare_exchange_strong(&tail, &last, next);
			continue;
		}
		if (atomic_compare_exchange_strong(&head, &first, next))
			return next->value;
	}
}

static struct node item[2] = {{NULL, 1}, {NULL, 2}};

static void enqueues(struct node *n)
{
	SCARP_OPERATION(&head, "enqueue", enqueue(n), (SCARP_NUMBER(n->value)),
		SCARP_NOTHING);
}

static void dequeues(void)
{
	int got;

	SCARP_OPERATION(&head, "dequeue", got = dequeue(), (),
		got ? SCARP_NUMBER(got) : SCARP_EMPTY);
}

static void *first(void *unused)
{
	enqueues(&item[0]);
	dequeues();
	return unused;
}

static void *second(void *unused)
{
	enqueues(&item[1]);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	scarp_specification(&head, "queue");
	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	dequeues();
	return 0;
}
