/* SPDX-License-Identifier: MIT */
/* spurious_leaves_signal: a wait that has ended for no reason takes no signal
 *
 * One of two threads may be through when main looks, and only for no reason.
 * Then one signal wakes the other one.
 *
 * check: --exhaustive --spurious
 * verdict: verified
 * states: one some
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, over, open;

static void *waits(void *unused)
{
	pthread_mutex_lock(&m);
	waiting++;
	if (!open)
		pthread_cond_wait(&c, &m);
	over++;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t a = start(waits, NULL), b = start(waits, NULL);

	pthread_mutex_lock(&m);
	open = 1;
	if (waiting == 2 && over == 1) {
		puts("one");
		pthread_cond_signal(&c);
	} else {
		puts("some");
		pthread_cond_broadcast(&c);
	}
	pthread_mutex_unlock(&m);
	finish(a);
	finish(b);
	return 0;
}
