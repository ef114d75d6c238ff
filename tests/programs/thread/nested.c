/* SPDX-License-Identifier: MIT */
/* nested: a thread creates a thread, which its grandparent joins
 *
 * check: --exhaustive
 * verdict: verified
 * states: x=3
 * races: none
 * native: sc
 */
#include "test.h"

static int x;

static void *inner(void *unused)
{
	x++;
	return NULL;
}

static void *outer(void *unused)
{
	x++;
	return (void *)start(inner, NULL);
}

int main(void)
{
	x++;
	finish((pthread_t)finish(start(outer, NULL)));
	printf("x=%d\n", x);
	return 0;
}
