/* SPDX-License-Identifier: MIT */
/* private_buffers_reversed: private_buffers.c with its threads created in the
 * other order: a queue whose threads put into a buffer of their own, from which
 * they take.  Of the orders of two operations (3), one fails; they are
 * one trace.
 *
 * check: --exhaustive --stop-after 0 --history executed
 * verdict: bug not_linearizable
 * executions: 3
 * failed: 1
 * replays: 1
 * check: --exhaustive --stop-after 0
 * verdict: bug not_linearizable
 * executions: 1
 * failed: 1
 * replays: 1
 * check: --exhaustive --reduce source
 * verdict: bug not_linearizable
 * check: --exhaustive --reduce classic
 * verdict: bug not_linearizable
 * check: --exhaustive --reduce classic-sleep
 * verdict: bug not_linearizable
 * check: --exhaustive --reduce classic-covered
 * verdict: bug not_linearizable
 * check: --exhaustive --reduce lazy
 * verdict: bug not_linearizable
 * check: --exhaustive --reduce source --history executed
 * verdict: bug not_linearizable
 * check: --exhaustive --cache hbr --reduce none
 * verdict: bug not_linearizable
 * check: --exhaustive --reduce none
 * verdict: bug not_linearizable
 * check: --exhaustive --refine none
 * verdict: bug not_linearizable
 * check: --strategy ipb --max-executions 100
 * verdict: bug not_linearizable
 * check: --strategy idb --max-executions 100
 * verdict: bug not_linearizable
 * check: --strategy random --max-executions 100
 * verdict: bug not_linearizable
 * check: --strategy pct --max-executions 100
 * verdict: bug not_linearizable
 * check: --strategy pos --max-executions 100
 * verdict: bug not_linearizable
 * check: --strategy surw --max-executions 100
 * verdict: bug not_linearizable
 * check: --strategy rff --max-executions 100
 * verdict: bug not_linearizable
 * check: --strategy portfolio --max-executions 100
 * verdict: bug not_linearizable
 * check: --strategy deepen --max-executions 100
 * verdict: bug not_linearizable
 * check: --exhaustive --model pso
 * verdict: bug not_linearizable
 * check: --exhaustive --model tso
 * verdict: bug not_linearizable
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stddef.h>

static int queue; /* its address alone */
static __thread int item[4], first, last;

static void put(int value)
{
	item[last++] = value;
}

static int get(void)
{
	return first == last ? 0 : item[first++];
}

static void *producer(void *unused)
{
	SCARP_OPERATION(
		&queue, "enqueue", put(7), (SCARP_NUMBER(7)), SCARP_NOTHING);
	return unused;
}

static void *consumer(void *unused)
{
	int got;

	SCARP_OPERATION(&queue, "dequeue", got = get(), (), /* BUG */
		got ? SCARP_NUMBER(got) : SCARP_EMPTY);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	scarp_specification(&queue, "queue");
	pthread_create(&b, NULL, consumer, NULL);
	pthread_create(&a, NULL, producer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
