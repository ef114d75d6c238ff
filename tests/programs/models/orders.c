/* SPDX-License-Identifier: MIT */
/* orders: what waits for a thread's stores, and who knows what by them
 *
 * MIDDLE    creating a thread waits, in the middle of nothing: that the reader
 *           sees x and not y, though main has not seen z, needs a flush between
 *           the load of z and the creation.  r a b: all there are, as x and y
 *           may be seen at any time (by sc r=0 comes with 11 alone)
 * SPIN      two threads wait for each other's flag, which neither can see yet
 * PUBLISHED what was released is known to who reads the flag, and no race;
 *           read before: there is one trace for each order, two
 * LOCKED    a test with locks, conditions and joins alone has as many traces as
 *           by sc, whatever it stores
 *
 * native: prints anything
 *
 * check: --exhaustive
 * flags: -DMIDDLE
 * verdict: verified
 * states: 011 100 101 110 111
 *
 * check: --exhaustive --model tso
 * flags: -DMIDDLE
 * verdict: verified
 * states: 000 001 010 011 100 101 110 111
 *
 * check: --exhaustive --reduce none --model tso
 * flags: -DMIDDLE
 * verdict: verified
 * states: 000 001 010 011 100 101 110 111
 *
 * check: --exhaustive --model tso
 * flags: -DSPIN
 * verdict: verified
 * states: over
 *
 * check: --model tso --strategy random --max-executions 200
 * flags: -DSPIN
 * verdict: partial
 * exit: 0
 * states: over
 *
 * check: --exhaustive
 * flags: -DPUBLISHED
 * verdict: verified
 * executions: 2
 * races: none
 * states: 0 7
 *
 * check: --exhaustive --model tso
 * flags: -DPUBLISHED
 * verdict: verified
 * executions: 2
 * races: none
 * states: 0 7
 *
 * check: --exhaustive --model tso
 * flags: -DPUBLISHED -DFENCED
 * verdict: verified
 * executions: 2
 * races: none
 * states: 0 7
 *
 * check: --exhaustive --model tso
 * flags: -DPUBLISHED -DUNPUBLISHED
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * flags: -DLOCKED
 * verdict: verified
 * executions: 20
 * states: 12
 *
 * check: --exhaustive --model tso
 * flags: -DLOCKED
 * verdict: verified
 * executions: 20
 * states: 12
 *
 * check: --exhaustive --model pso
 * flags: -DMIDDLE
 * verdict: verified
 * states: 000 001 010 011 100 101 110 111
 *
 * check: --exhaustive --model pso
 * flags: -DSPIN
 * verdict: verified
 * states: over
 *
 * check: --exhaustive --model pso
 * flags: -DPUBLISHED
 * verdict: verified
 * executions: 2
 * races: none
 * states: 0 7
 *
 * check: --exhaustive --model pso
 * flags: -DPUBLISHED -DFENCED
 * verdict: verified
 * executions: 2
 * races: none
 * states: 0 7
 *
 * check: --exhaustive --model pso
 * flags: -DLOCKED
 * verdict: verified
 * executions: 20
 * states: 12
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define put(p, value) atomic_store_explicit(p, value, memory_order_relaxed)
#define get(p) atomic_load_explicit(p, memory_order_relaxed)

#if defined MIDDLE
static atomic_int x, y, z;
static int a, b;

static void *reader(void *unused)
{
	put(&z, 1);
	a = get(&x);
	b = get(&y);
	return unused;
}

static void *nothing(void *unused)
{
	return unused;
}

int main(void)
{
	pthread_t t, u;
	int r;

	pthread_create(&t, NULL, reader, NULL);
	put(&x, 1);
	put(&y, 1);
	r = get(&z);
	pthread_create(&u, NULL, nothing, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	printf("%d%d%d\n", r, a, b);
}
#elif defined SPIN
static atomic_int flag[2];

static void *other(void *unused)
{
	put(&flag[1], 1);
	while (!get(&flag[0]))
		;
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	put(&flag[0], 1);
	while (!get(&flag[1]))
		;
	pthread_join(t, NULL);
	puts("over");
}
#elif defined PUBLISHED
#ifdef UNPUBLISHED
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif
static atomic_int flag;
static int data, seen;

static void *reader(void *unused)
{
	if (atomic_load_explicit(&flag, memory_order_acquire))
		seen = data;
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, reader, NULL);
	data = 7;
#ifdef FENCED
	atomic_thread_fence(memory_order_release);
	put(&flag, 1);
#else
	atomic_store_explicit(&flag, 1, RELEASE);
#endif
	pthread_join(t, NULL);
	printf("%d\n", seen);
}
#elif defined LOCKED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int count;

static void *add(void *by)
{
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&lock);
		count += *(int *)by;
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

/* (3 + 3)! / (3! 3!) = 20 orders of six critical sections */
int main(void)
{
	int one = 1, three = 3;
	pthread_t t, u;

	pthread_create(&t, NULL, add, &one);
	pthread_create(&u, NULL, add, &three);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	printf("%d\n", count);
}
#endif
