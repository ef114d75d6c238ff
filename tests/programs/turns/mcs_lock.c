/* SPDX-License-Identifier: MIT */
/* mcs_lock: a queue of waiting threads, each at a flag of its own
 *
 * The number of traces: tests/oracle/erased.py.
 *
 * check: --exhaustive --refine none --turns erased
 * verdict: verified
 * last_round: 66
 * races: none
 * native: sc
 *
 * check: --exhaustive --refine none --turns erased
 * flags: -DN=4
 * verdict: verified
 * last_round: 1080
 */
#include "test.h"

#ifndef N
#define N 3
#endif

enum {
	THREADS = N
};

static struct {
	atomic_int behind; /* number of the thread that waits for this one */
	atomic_int waits;
} place[THREADS + 1];

static atomic_int last;
static int counted;

static void lock(int me)
{
	int before;

	atomic_store(&place[me].behind, 0);
	atomic_store(&place[me].waits, 1);
	before = atomic_exchange(&last, me);
	if (!before)
		return;
	atomic_store(&place[before].behind, me);
	while (atomic_load(&place[me].waits))
		;
}

static void unlock(int me)
{
	int behind = atomic_load(&place[me].behind), expected = me;

	if (!behind) {
		if (atomic_compare_exchange_strong(&last, &expected, 0))
			return;
		while (!(behind = atomic_load(&place[me].behind)))
			;
	}
	atomic_store(&place[behind].waits, 0);
}

static void *count(void *number)
{
	int me = *(int *)number;

	lock(me);
	counted++;
	unlock(me);
	return NULL;
}

int main(void)
{
	static int number[THREADS];
	pthread_t t[THREADS];

	for (int i = 0; i < THREADS; i++) {
		number[i] = i + 1;
		t[i] = start(count, &number[i]);
	}
	for (int i = 0; i < THREADS; i++)
		finish(t[i]);
	assert(counted == THREADS);
	return 0;
}
