/* SPDX-License-Identifier: MIT */
/* A queue from which others steal, after the THE protocol of Cilk (Frigo,
 * Leiserson and Randall, 1998), with room for one element too many. Every
 * access of head and tail is an update, with two points.  With a spin lock the
 * waiting is free, and there is no end of executions with one preemption.
 *
 * check: {study} --strategy ipb --finish-bound
 * flags: -O0
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 8852
 * first: 2814
 * bounds: 2 8626 640
 * check: {study} --strategy idb --finish-bound
 * flags: -O0
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 2048
 * first: 801
 * bounds: 2 1974 192
 * check: {study} --strategy dfs --stop-after 0 --max-executions 100000
 * flags: -O0
 * modes: checkpoint restart
 * time: 600
 * verdict: partial
 * exit: 4
 * executions: 100000
 * failed: 0
 *
 * check: {study iws} --strategy ipb --max-executions 100000 --max-steps 1000000
 * flags: -O0 -DSPINS
 * modes: checkpoint
 * time: 600
 * verdict: partial
 * exit: 4
 * executions: 100000
 * bounds: 1 99997 0
 * check: {study iws} --strategy idb --finish-bound
 * flags: -O0 -DSPINS
 * modes: checkpoint
 * time: 600
 * verdict: bug assertion
 * executions: 4378
 * first: 2990
 * bounds: 2 4264 192
 * check: {study iws} --strategy dfs --stop-after 0 --max-executions 100000
 * flags: -O0 -DSPINS
 * modes: checkpoint
 * time: 600
 * verdict: partial
 * exit: 4
 * executions: 100000
 * failed: 0
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>
#include <unistd.h>

enum {
	THIEVES = 2,
	ITEMS = 4,
	THEFTS = 2
};

static long head, tail;
static int **slot;
static long mask = 1;

#ifdef SPINS
static int lock;

static void acquire(void)
{
	while (__atomic_exchange_n(&lock, 1, __ATOMIC_SEQ_CST))
		sleep(0);
}

static void release(void)
{
	__atomic_store_n(&lock, 0, __ATOMIC_SEQ_CST);
}
#else
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void acquire(void)
{
	pthread_mutex_lock(&lock);
}

static void release(void)
{
	pthread_mutex_unlock(&lock);
}
#endif

static long get(long *a)
{
	return __atomic_fetch_add(a, 0, __ATOMIC_SEQ_CST);
}

static void set(long *a, long v)
{
	__atomic_exchange_n(a, v, __ATOMIC_SEQ_CST);
}

/* From the head, while others do the same. */
static bool steal(int **item)
{
	int **from;
	bool found;
	long h;

	acquire();
	h = get(&head);
	set(&head, h + 1);
	found = h < get(&tail);
	if (found) {
		from = &slot[h & mask];
		*item = *from;
	} else {
		set(&head, h);
	}
	release();
	return found;
}

/* The last one may be stolen meanwhile. */
static bool pop_locked(int **item)
{
	bool found;
	long t;

	acquire();
	t = get(&tail) - 1;
	set(&tail, t);
	found = get(&head) <= t;
	if (found)
		*item = slot[t & mask];
	else
		set(&tail, t + 1);
	if (get(&head) > t) {
		set(&head, 0);
		set(&tail, 0);
		found = false;
	}
	release();
	return found;
}

static bool pop(int **item)
{
	long t = get(&tail) - 1;

	set(&tail, t);
	if (get(&head) <= t) {
		*item = slot[t & mask];
		return true;
	}
	set(&tail, t + 1);
	return pop_locked(item);
}

static void grow(long h, long n)
{
	int **larger = malloc(2 * (size_t)(mask + 1) * sizeof *larger);

	for (long i = 0; i < n; i++)
		larger[i] = slot[(h + i) & mask];
	free(slot);
	slot = larger;
	mask = 2 * (mask + 1) - 1;
	set(&head, 0);
	set(&tail, n);
}

static void push_locked(int *item)
{
	long h, n, t;

	acquire();
	h = get(&head);
	n = get(&tail) - h;
	h &= mask;
	set(&head, h);
	set(&tail, h + n);
	if (n >= mask)
		grow(h, n);
	assert(n < mask); /* BUG */
	t = get(&tail);
	slot[t & mask] = item;
	set(&tail, t + 1);
	release();
}

/* Room for one more than there is: the defect. */
static void push(int *item)
{
	long t = get(&tail);

	if (t < get(&head) + mask + 1) {
		slot[t & mask] = item;
		set(&tail, t + 1);
	} else {
		push_locked(item);
	}
}

static void *thief(void *arg)
{
	(void)arg;
	for (int i = 0; i < THEFTS; i++) {
		int *item;

		if (steal(&item))
			++*item;
	}
	return NULL;
}

static void take_one(void)
{
	int *item;

	if (pop(&item))
		++*item;
}

int main(void)
{
	int item[ITEMS] = {0};
	pthread_t t[THIEVES];

	slot = malloc(2 * sizeof *slot);
	for (int i = 0; i < THIEVES; i++)
		pthread_create(&t[i], NULL, thief, NULL);
	for (int i = 0; i < ITEMS; i += 2) {
		push(&item[i]);
		push(&item[i + 1]);
		take_one();
	}
	for (int i = 0; i < ITEMS; i += 2)
		take_one();
	for (int i = 0; i < THIEVES; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < ITEMS; i++)
		assert(item[i] == 1); /* BUG */
	free(slot);
	return 0;
}
