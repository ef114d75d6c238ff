/* SPDX-License-Identifier: MIT */
/* broadcast: wakes all
 *
 * check: --exhaustive
 * verdict: verified
 * states: woken=2
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int open, woken;

static void *wait(void *number)
{
	pthread_mutex_lock(&m);
	while (!open)
		pthread_cond_wait(&go, &m);
	woken++;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t a = start(wait, NULL), b = start(wait, NULL);

	pthread_mutex_lock(&m);
	open = 1;
	pthread_cond_broadcast(&go);
	pthread_mutex_unlock(&m);
	finish(a);
	finish(b);
	printf("woken=%d\n", woken);
	return 0;
}
