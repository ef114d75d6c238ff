/* SPDX-License-Identifier: MIT */
/* probed_table: a table of keys and values, as open addressing makes it
 *
 * After Preshing, "The world's simplest lock-free hash table" (2013): a key is
 * claimed by compare-and-swap in the first free slot from its hash on, then its
 * value is stored, relaxed; who looks for a key goes the same way, and finds 0
 * where the slot is free or has no value yet.  put(1, 1); get(2) beside
 * put(2, 1); get(1), where both keys have the same hash.  In no order of the
 * four calls both find nothing.  The swap waits for older stores; nothing waits
 * for that of the value, which the loads of get() overtake.
 *
 * ORDERED  the value is stored sequentially consistent
 *
 * native: prints anything
 * native: exits -6
 *
 * check: --exhaustive
 * verdict: verified
 * says: (sc; weak memory orders ran as seq_cst)
 *
 * check: --exhaustive --model tso
 * verdict: bug assertion
 * says: store to slot[
 *
 * check: --exhaustive --model tso --fence probed_table.c:67
 * verdict: verified
 *
 * check: --exhaustive --model pso --fence probed_table.c:67
 * verdict: verified
 *
 * check: --exhaustive --model tso
 * flags: -DORDERED
 * verdict: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef ORDERED
#define ORDER memory_order_seq_cst
#else
#define ORDER memory_order_relaxed
#endif
#define STORE(p, v) atomic_store_explicit(p, v, ORDER)
#define LOAD(p) atomic_load_explicit(p, memory_order_relaxed)

enum {
	SLOTS = 4
};

static struct {
	_Alignas(8) atomic_int key;
	_Alignas(8) atomic_int value;
} slot[SLOTS];
static int found[2];

/* Of any key: they collide. */
static void put(int key, int value)
{
	for (int i = 0; i < SLOTS; i++) {
		int there = LOAD(&slot[i].key);

		if (there == 0 && atomic_compare_exchange_strong(
					  &slot[i].key, &there, key))
			there = key;
		if (there == key) {
			STORE(&slot[i].value, value); /* VALUE */
			return;
		}
	}
	assert(!"room");
}

static int get(int key)
{
	for (int i = 0; i < SLOTS; i++) {
		int there = LOAD(&slot[i].key);

		if (there == key)
			return LOAD(&slot[i].value);
		if (there == 0)
			return 0;
	}
	return 0;
}

static void *user(void *arg)
{
	int me = arg != NULL;

	put(1 + me, 1);
	found[me] = get(2 - me);
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
	return 0;
}
