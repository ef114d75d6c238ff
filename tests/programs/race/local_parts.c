/* SPDX-License-Identifier: MIT */
/* local_parts: another thread writes a part of main's local struct
 *
 * main's read of it is announced, and the state in between is found.  clang by
 * itself does not announce it: then nothing may be called verified.
 *
 * check: --exhaustive
 * verdict: bug assertion
 * races: some
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: bug assertion
 * races: some
 *
 * check: --exhaustive
 * flags: --no-plugin
 * compilers: clang
 * verdict: partial
 * holes: local_parts unannounced
 * says: local_parts.c:47)
 *
 * check: --exhaustive
 * flags: --no-plugin -O0
 * compilers: clang
 * verdict: partial
 * holes: local_parts unannounced
 */
#include "test.h"

struct pair {
	int first, second;
};

static void *work(void *arg)
{
	struct pair *p = arg;

	p->second = 1;
	__asm__ volatile("" : : : "memory");
	p->second = 0;
	return NULL;
}

int main(void)
{
	struct pair pair = {0, 0};
	pthread_t t = start(work, &pair);

	assert(pair.second == 0); /* BUG */
	finish(t);
	return 0;
}
