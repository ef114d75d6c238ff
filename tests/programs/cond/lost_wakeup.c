/* SPDX-License-Identifier: MIT */
/* lost_wakeup: the flag is set and the signal sent without the mutex
 *
 * Between the look at the flag and the wait both happen: nobody hears it.
 *
 * check: --exhaustive
 * verdict: bug deadlock
 *
 * check:
 * verdict: bug deadlock
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int flag;

static void *set(void *unused)
{
	atomic_store(&flag, 1);
	pthread_cond_signal(&c);
	return NULL;
}

int main(void)
{
	pthread_t t = start(set, NULL);

	pthread_mutex_lock(&m);
	while (!atomic_load(&flag))
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	finish(t);
	return 0;
}
