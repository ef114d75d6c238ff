/* SPDX-License-Identifier: MIT */
/* ring_gives_way: every other turn gives a lock back and takes it again
 *
 * Two turns come to nothing together.  When nothing else can go on they are
 * made once more, both of them: who waits for the lock could take it in the
 * second.
 *
 * check: --exhaustive --turns erased
 * verdict: verified
 * states: 1
 * races: none
 * native: sc
 */
#include "test.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void *wait_for_it(void *unused)
{
	int turn = 0;

	pthread_mutex_lock(&lock);
	do {
		turn ^= 1;
		if (!turn) {
			pthread_mutex_unlock(&lock);
			pthread_mutex_lock(&lock);
		}
	} while (!atomic_load(&done));
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *do_it(void *unused)
{
	pthread_mutex_lock(&lock);
	atomic_store(&done, 1);
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t = start(wait_for_it, NULL), u = start(do_it, NULL);

	finish(t);
	finish(u);
	printf("%d\n", atomic_load(&done));
	return 0;
}
