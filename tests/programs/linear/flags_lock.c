/* SPDX-License-Identifier: MIT */
/* flags_lock: Peterson's lock with stores that release and loads that acquire.
 * Where stores are late, both have it: it is no mutex, under tso alone.
 *
 * check: --exhaustive
 * verdict: verified
 * check: --exhaustive --model tso
 * verdict: bug not_linearizable
 * says: for a clock outside
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2], turn;

static void acquire(int me)
{
	atomic_store_explicit(&wants[me], 1, memory_order_release);
	atomic_store_explicit(&turn, !me, memory_order_release);
	while (atomic_load_explicit(&wants[!me], memory_order_acquire) &&
		atomic_load_explicit(&turn, memory_order_acquire) == !me)
		;
}

static void release(int me)
{
	atomic_store_explicit(&wants[me], 0, memory_order_release);
}

static void *thread(void *number)
{
	int me = number != NULL;

	SCARP_OPERATION(&turn, "lock", acquire(me), (), SCARP_NOTHING);
	SCARP_OPERATION(&turn, "unlock", release(me), (), SCARP_NOTHING);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	scarp_specification(&turn, "mutex");
	pthread_create(&a, NULL, thread, NULL);
	pthread_create(&b, NULL, thread, &turn);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
