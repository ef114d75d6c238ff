/* SPDX-License-Identifier: MIT */
/* wakes_until: a thread wakes whoever waits until somebody did: a turn that
 * wakes nobody is over when there is somebody, also while others go on
 *
 * check: --exhaustive
 * flags: -DWAKE=pthread_cond_broadcast
 * verdict: verified
 * states: 0 1
 * native: sc
 *
 * check: --exhaustive
 * flags: -DWAKE=pthread_cond_signal
 * verdict: verified
 * states: 0 1
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int woken;

static void *waits(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	atomic_store(&woken, 1);
	return arg;
}

static void *looks(void *arg)
{
	printf("%d\n", atomic_load(&woken));
	return arg;
}

int main(void)
{
	pthread_t t = start(waits, NULL), other = start(looks, NULL);

	while (!atomic_load(&woken))
		WAKE(&c);
	finish(t);
	finish(other);
	return 0;
}
