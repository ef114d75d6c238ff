/* SPDX-License-Identifier: MIT */
/* set_and_reset: `x = 1; x = 0` against `assert(x == 0)`
 *
 * The first thread runs before anybody else has touched x: a decision point
 * before "memory that another thread has touched" comes too late.
 *
 * check:
 * verdict: bug assertion
 *
 * check: --exhaustive
 * verdict: bug assertion
 */
#include "test.h"

static int x;

static void *set(void *unused)
{
	x = 1;
	__asm__ volatile("" ::: "memory"); /* two stores, not one */
	x = 0;
	return NULL;
}

static void *look(void *unused)
{
	assert(x == 0); /* BUG */
	return NULL;
}

int main(void)
{
	pthread_t a = start(set, NULL), b = start(look, NULL);

	finish(a);
	finish(b);
	return 0;
}
