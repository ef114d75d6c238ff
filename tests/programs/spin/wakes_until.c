/* SPDX-License-Identifier: MIT */
/* wakes_until: a thread wakes whoever waits until somebody did: a turn that
 * wakes nobody is over when there is somebody
 *
 * check: --exhaustive
 * flags: -DWAKE=pthread_cond_broadcast
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive
 * flags: -DWAKE=pthread_cond_signal
 * verdict: verified
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

int main(void)
{
	pthread_t t = start(waits, NULL);

	while (!atomic_load(&woken))
		WAKE(&c);
	finish(t);
	return 0;
}
