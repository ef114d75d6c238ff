/* SPDX-License-Identifier: MIT */
/* writer_excludes: a reader sees both writes of a section or neither
 *
 * check: --exhaustive
 * verdict: verified
 * states: seen=0 seen=2
 * races: none
 * native: sc
 */
#include "test.h"

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *write_it(void *unused)
{
	pthread_rwlock_wrlock(&l);
	x = 1;
	x = 2;
	pthread_rwlock_unlock(&l);
	return NULL;
}

int main(void)
{
	pthread_t t = start(write_it, NULL);
	int seen;

	pthread_rwlock_rdlock(&l);
	seen = x;
	pthread_rwlock_unlock(&l);
	finish(t);
	printf("seen=%d\n", seen);
	return 0;
}
