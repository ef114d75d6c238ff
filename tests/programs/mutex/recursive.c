/* SPDX-License-Identifier: MIT */
/* recursive: the owner may lock again; it is free after as many unlocks
 *
 * T locks twice and unlocks twice.  Another thread's trylock gets the mutex
 * before T's first lock or after its second unlock, never between: so when it
 * gets it, `depth` is 0.
 *
 * check: --exhaustive
 * verdict: verified
 * states: got=0 got=1,depth=0
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m;
static int depth; /* under m */

static void *nest(void *unused)
{
	assert(pthread_mutex_lock(&m) == 0);
	depth++;
	assert(pthread_mutex_lock(&m) == 0);
	depth++;
	depth--;
	assert(pthread_mutex_unlock(&m) == 0);
	depth--;
	assert(pthread_mutex_unlock(&m) == 0);
	return NULL;
}

int main(void)
{
	pthread_mutexattr_t attr;
	pthread_t t;
	int seen = -1;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m, &attr);
	t = start(nest, NULL);
	if (pthread_mutex_trylock(&m) == 0) {
		seen = depth;
		pthread_mutex_unlock(&m);
	}
	finish(t);
	if (seen < 0)
		printf("got=0\n");
	else
		printf("got=1,depth=%d\n", seen);
	return 0;
}
