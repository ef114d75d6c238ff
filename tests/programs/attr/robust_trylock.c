/* SPDX-License-Identifier: MIT */
/* robust_trylock: busy while the owner lives, dead after it ended, free before
 *
 * All three have to be found: the end of the owner is a decision point.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0 busy dead
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m;

static void *dies(void *unused)
{
	pthread_mutex_lock(&m);
	return NULL;
}

int main(void)
{
	pthread_mutexattr_t attr;
	pthread_t t;
	int rc;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&m, &attr);
	t = start(dies, NULL);
	rc = pthread_mutex_trylock(&m);
	printf("%s\n", rc == 0		  ? "0"
		       : rc == EBUSY	  ? "busy"
		       : rc == EOWNERDEAD ? "dead"
					  : "?");
	if (rc == EOWNERDEAD)
		pthread_mutex_consistent(&m);
	if (rc != EBUSY)
		pthread_mutex_unlock(&m);
	finish(t);
	return 0;
}
