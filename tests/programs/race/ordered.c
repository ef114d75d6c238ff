/* SPDX-License-Identifier: MIT */
/* ordered: create, join, mutex, release and acquire order accesses: no race
 *
 * check: --exhaustive
 * verdict: verified
 * states: x=4
 * races: none
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int by_create, by_join, by_flag, by_lock;

static void *work(void *unused)
{
	by_create++;
	by_join++;
	by_flag++;
	atomic_store_explicit(&ready, 1, memory_order_release);
	pthread_mutex_lock(&m);
	by_lock++;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t;

	by_create = 0;
	t = start(work, NULL);
	while (!atomic_load_explicit(&ready, memory_order_acquire))
		;
	assert(by_flag == 1);
	pthread_mutex_lock(&m);
	by_lock--;
	pthread_mutex_unlock(&m);
	finish(t);
	printf("x=%d\n", by_create + by_join + by_flag + by_lock + 1);
	return 0;
}
