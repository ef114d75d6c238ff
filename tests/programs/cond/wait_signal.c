/* SPDX-License-Identifier: MIT */
/* wait_signal: the textbook wait, in a loop, under the mutex
 *
 * check: --exhaustive
 * verdict: verified
 * states: item=7
 * races: none
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static int item;

static void *put(void *unused)
{
	pthread_mutex_lock(&m);
	item = 7;
	pthread_cond_signal(&full);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t = start(put, NULL);

	pthread_mutex_lock(&m);
	while (item == 0)
		pthread_cond_wait(&full, &m);
	printf("item=%d\n", item);
	pthread_mutex_unlock(&m);
	finish(t);
	return 0;
}
