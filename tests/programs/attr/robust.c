/* SPDX-License-Identifier: MIT */
/* robust: a mutex whose owner ended without unlocking it
 *
 * The thread either comes first (main is told EOWNERDEAD and repairs) or last
 * (main gets a free mutex).  A waiter of an ordinary mutex would be in a
 * deadlock in the first case.
 *
 * check: --exhaustive
 * flags: -DREPAIR=1
 * verdict: verified
 * states: first=dead,again=0 first=0,again=dead
 *
 * Not repaired, it is of no use any more: natively as well.
 *
 * check: --exhaustive
 * flags: -DREPAIR=0
 * verdict: verified
 * states: first=dead,again=lost first=0,again=dead
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m;

static void *dies(void *unused)
{
	pthread_mutex_lock(&m);
	return NULL;
}

static const char *text(int rc)
{
	return rc == 0		       ? "0"
	       : rc == EOWNERDEAD      ? "dead"
	       : rc == ENOTRECOVERABLE ? "lost"
				       : "?";
}

int main(void)
{
	pthread_mutexattr_t attr;
	int first, again;
	pthread_t t;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&m, &attr);
	pthread_mutexattr_destroy(&attr);
	t = start(dies, NULL);
	first = pthread_mutex_lock(&m);
	if (first == EOWNERDEAD && REPAIR)
		assert(pthread_mutex_consistent(&m) == 0);
	pthread_mutex_unlock(&m);
	finish(t);
	again = pthread_mutex_lock(&m);
	printf("first=%s,again=%s\n", text(first), text(again));
	return 0;
}
