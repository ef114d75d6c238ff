/* SPDX-License-Identifier: MIT */
/* local_parts: another thread writes a part of main's local struct
 *
 * gcc announces main's read of it, and the state in between is found.  clang
 * does not: then nothing may be called verified.
 *
 * check: --exhaustive
 * compilers: gcc
 * verdict: bug assertion
 * races: some
 *
 * check: --exhaustive
 * flags: -O0
 * compilers: gcc
 * verdict: bug assertion
 * races: some
 *
 * check: --exhaustive
 * compilers: clang
 * verdict: partial
 * holes: local_parts
 * says: local_parts.c:48)
 *
 * check: --exhaustive
 * flags: -O0
 * compilers: clang
 * verdict: partial
 * holes: local_parts
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
