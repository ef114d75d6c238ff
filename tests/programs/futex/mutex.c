/* SPDX-License-Identifier: MIT */
/* mutex: the lock of "Futexes are tricky", word 0 free, 1 held, 2 waited for
 *
 * check: --exhaustive
 * verdict: verified
 * states: c=2
 * races: none
 * native: sc
 */
#include "futex.h"

static atomic_int word;
static int c;

static void lock(void)
{
	int seen = 0;

	if (atomic_compare_exchange_strong(&word, &seen, 1))
		return;
	if (seen != 2)
		seen = atomic_exchange(&word, 2);
	while (seen != 0) {
		futex_wait(&word, 2);
		seen = atomic_exchange(&word, 2);
	}
}

static void unlock(void)
{
	if (atomic_fetch_sub(&word, 1) != 1) {
		atomic_store(&word, 0);
		futex_wake(&word, 1);
	}
}

static void *increment(void *unused)
{
	lock();
	c++;
	unlock();
	return NULL;
}

int main(void)
{
	pthread_t a = start(increment, NULL), b = start(increment, NULL);

	finish(a);
	finish(b);
	printf("c=%d\n", c);
	return 0;
}
