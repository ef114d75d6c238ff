/* SPDX-License-Identifier: MIT */
/* created_too: a thread and the one that it created each add 1 (Blum: Practical
 * concurrency testing, 2018, figure 3.2)
 *
 * check: --exhaustive
 * verdict: bug assertion
 * replays: 1
 * races: some
 *
 * check:
 * verdict: bug assertion
 */
#include "test.h"

static void *add(void *xp)
{
	(*(int *)xp)++;
	return NULL;
}

int main(void)
{
	int x = 0;
	pthread_t t = start(add, &x);

	add(&x);
	finish(t);
	assert(x == 2); /* BUG */
	return 0;
}
