/* SPDX-License-Identifier: MIT */
/* no_spurious: without --spurious a wait ends only by a signal
 *
 * A wait without a loop is wrong in general and right here: main signals until
 * the thread says that it is through.
 *
 * check: --exhaustive
 * verdict: verified
 * states: signalled=1
 * says: no spurious wake-ups
 * scope: no_spurious
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, signalled;

static void *wait(void *unused)
{
	pthread_mutex_lock(&m);
	waiting = 1;
	pthread_cond_wait(&c, &m);
	assert(signalled);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t = start(wait, NULL);
	bool done = false;

	while (!done) {
		pthread_mutex_lock(&m);
		if (waiting) {
			signalled = 1;
			pthread_cond_signal(&c);
			done = true;
		}
		pthread_mutex_unlock(&m);
	}
	finish(t);
	printf("signalled=%d\n", signalled);
	return 0;
}
