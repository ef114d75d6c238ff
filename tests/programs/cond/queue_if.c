/* SPDX-License-Identifier: MIT */
/* queue_if: `if` where `while` is needed; the woken thread comes too late
 *
 * check: --exhaustive
 * verdict: bug assertion
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items;

static void *take(void *unused)
{
	pthread_mutex_lock(&m);
	if (items == 0)
		pthread_cond_wait(&c, &m);
	assert(items > 0); /* BUG */
	items--;
	pthread_mutex_unlock(&m);
	return NULL;
}

static void put(void)
{
	pthread_mutex_lock(&m);
	items++;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
}

int main(void)
{
	pthread_t a = start(take, NULL), b = start(take, NULL);

	put();
	put();
	finish(a);
	finish(b);
	return 0;
}
