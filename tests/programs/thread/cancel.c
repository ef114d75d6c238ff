/* SPDX-License-Identifier: MIT */
/* cancel: a thread that waits, or is about to, ends where it is: cleanup
 * handlers run with the mutex held again, and the join says so
 *
 * check: --exhaustive
 * verdict: verified
 * states: cleaned=1,cancelled=1
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int cleaned;

static void clean(void *unused)
{
	cleaned++;
	pthread_mutex_unlock(&m);
}

static void *work(void *unused)
{
	pthread_mutex_lock(&m);
	pthread_cleanup_push(clean, NULL);
	for (;;)
		pthread_cond_wait(&c, &m);
	pthread_cleanup_pop(1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	void *result;

	assert(pthread_cancel(t) == 0);
	result = finish(t);
	pthread_mutex_lock(&m); /* it is free again */
	printf("cleaned=%d,cancelled=%d\n", cleaned,
		result == PTHREAD_CANCELED);
	return 0;
}
