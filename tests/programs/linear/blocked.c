/* SPDX-License-Identifier: MIT */
/* blocked: an operation that still waits when the process ends has to have a
 * reason, behind all others.  A take that looks before it waits, and not again
 * under the lock, misses what is put between: it waits beside an item.
 *
 * check: --exhaustive --stop-after 0
 * verdict: bug not_linearizable
 * says: T1's take, which waits, of a queue
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static atomic_int items;

static int take(void)
{
	if (!atomic_load(&items)) {
		pthread_mutex_lock(&lock);
		pthread_cond_wait(&some, &lock);
		pthread_mutex_unlock(&lock);
	}
	return atomic_exchange(&items, 0);
}

static void put(int item)
{
	atomic_store(&items, item);
	pthread_mutex_lock(&lock);
	pthread_cond_signal(&some);
	pthread_mutex_unlock(&lock);
}

static void *consumer(void *unused)
{
	int got;

	SCARP_OPERATION(&items, "take", got = take(), (), /* BUG */
		SCARP_NUMBER(got));
	return unused;
}

int main(void)
{
	pthread_t t;

	scarp_specification(&items, "queue");
	pthread_create(&t, NULL, consumer, NULL);
	pthread_detach(t);
	SCARP_OPERATION(
		&items, "put", put(7), (SCARP_NUMBER(7)), SCARP_NOTHING);
	return 0;
}
