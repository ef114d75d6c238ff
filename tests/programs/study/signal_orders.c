/* SPDX-License-Identifier: MIT
 *
 * Who is woken by a signal that is sent without the mutex comes after what the
 * sender did before: no data race.  A signal that nobody waits for is lost.
 *
 * flags: -O0
 * check: {study} --strategy dfs --stop-after 0
 * verdict: bug deadlock
 * races: none
 */
#include "test.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int value;

static void *waits(void *unused)
{
	pthread_mutex_lock(&mutex);
	pthread_cond_wait(&condition, &mutex);
	pthread_mutex_unlock(&mutex);
	assert(value == 1);
	return unused;
}

int main(void)
{
	pthread_t t = start(waits, NULL);

	value = 1;
	pthread_cond_signal(&condition);
	finish(t);
	return 0;
}
