/* SPDX-License-Identifier: MIT */
/* locked_look: lock, look, unlock, until the flag is set: each turn writes the
 * mutex and leaves it as it was
 *
 * check: --exhaustive --max-steps 100
 * verdict: verified
 * states: set=1
 * races: none
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int set;

static void *set_it(void *unused)
{
	pthread_mutex_lock(&m);
	set = 1;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t = start(set_it, NULL);
	int seen = 0;

	while (!seen) {
		pthread_mutex_lock(&m);
		seen = set;
		pthread_mutex_unlock(&m);
	}
	finish(t);
	printf("set=%d\n", seen);
	return 0;
}
