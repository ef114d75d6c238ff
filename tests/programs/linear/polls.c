/* SPDX-License-Identifier: MIT */
/* polls: an operation that goes round a loop when the process ends
 *
 * It could go on, and has had no effect yet: that is no reason to be wrong.
 * By hand: a queue of one place; take looks until there is something.
 *
 * native: prints anything
 *
 * check: --exhaustive
 * verdict: verified
 *
 * check: --exhaustive --turns all
 * verdict: verified
 *
 * check: --exhaustive --reduce source
 * flags: -DYIELDS
 * verdict: verified
 */
#include <pthread.h>
#include <sched.h>
#include <scarp/linearize.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int place;
static int queue;

static int take(void)
{
	int got;

	while (!(got = atomic_exchange(&place, 0)))
#if defined YIELDS
		sched_yield();
#else
		;
#endif
	return got;
}

static void *consumer(void *unused)
{
	int got;

	SCARP_OPERATION(&queue, "take", got = take(), (), SCARP_NUMBER(got));
	return unused;
}

int main(void)
{
	pthread_t t;

	scarp_specification(&queue, "queue");
	pthread_create(&t, NULL, consumer, NULL);
	SCARP_OPERATION(&queue, "enqueue", atomic_store(&place, 5),
		(SCARP_NUMBER(5)), SCARP_NOTHING);
	return 0;
}
