/* SPDX-License-Identifier: MIT */
/* hash_table: a table of atomics whose stores are relaxed
 *
 * Dabdoub (2013), section 4.2.1 and figure 4-4: put(0, 1); get(1) beside put(1,
 * 1); get(0).  In no order of the four calls both find nothing.  By sc 3 traces
 * (store buffering), by tso 4.
 *
 * ORDERED  the store is sequentially consistent: 3 traces
 *
 * native: prints anything
 * native: exits -6
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 3
 *
 * check: --exhaustive --model tso --stop-after 0
 * verdict: bug assertion
 * executions: 4
 * failed: 1
 *
 * check: --exhaustive --model tso --fence hash_table.c:46
 * verdict: verified
 * executions: 3
 *
 * check: --exhaustive --model tso
 * flags: -DORDERED
 * verdict: verified
 * executions: 3
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef ORDERED
#define ORDER memory_order_seq_cst
#else
#define ORDER memory_order_relaxed
#endif

static atomic_int data[16];
static int found[2];

static void put(int key, int value)
{
	atomic_store_explicit(&data[key], value, ORDER); /* PUT */
}

static int get(int key)
{
	return atomic_load_explicit(&data[key], memory_order_relaxed);
}

static void *user(void *arg)
{
	int me = arg != NULL;

	put(me, 1);
	found[me] = get(!me);
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, user, NULL);
	pthread_create(&two, NULL, user, found);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	assert(found[0] || found[1]);
}
