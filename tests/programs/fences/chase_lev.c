/* SPDX-License-Identifier: MIT */
/* chase_lev: the owner of a work-stealing queue takes without a fence
 *
 * Chase and Lev (2005).  Two elements; the owner takes the newer one, for which
 * it needs no compare-and-swap, as it believes that a thief sees `bottom`.  Two
 * thefts come to the newer one if they do not.
 *
 * native: prints anything
 * native: exits -6
 *
 * check: --exhaustive
 * verdict: verified
 *
 * check: --exhaustive --model tso
 * verdict: bug assertion
 * replays: 1
 * says: In this order it is right under sc and wrong under tso: T1
 *
 * check: --exhaustive --model tso --fence chase_lev.c:41
 * verdict: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STORE(p, v) atomic_store_explicit(p, v, memory_order_relaxed)
#define LOAD(p) atomic_load_explicit(p, memory_order_relaxed)

static atomic_long top, bottom = 2;
static atomic_int taken[2];

static void got(long element)
{
	assert(!atomic_exchange(&taken[element], 1));
}

static void *take(void *unused)
{
	long b = LOAD(&bottom) - 1, t;

	STORE(&bottom, b); /* TAKE */
	t = LOAD(&top);
	if (t < b) {
		got(b);
	} else {
		if (t == b && atomic_compare_exchange_strong(&top, &t, t + 1))
			got(b);
		STORE(&bottom, b + 1);
	}
	return unused;
}

static void steal(void)
{
	long t = atomic_load_explicit(&top, memory_order_acquire);
	long b = atomic_load_explicit(&bottom, memory_order_acquire);

	if (t < b && atomic_compare_exchange_strong(&top, &t, t + 1))
		got(t);
}

static void *thief(void *unused)
{
	steal();
	steal();
	return unused;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, take, NULL);
	pthread_create(&two, NULL, thief, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
}
