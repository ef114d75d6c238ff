/* SPDX-License-Identifier: MIT */
/* threads: thrd_create, join, current, equal, exit, detach, yield, sleep
 *
 * check: --exhaustive
 * verdict: verified
 * states: 7,8
 * races: none
 * native: sc
 */
#include "test.h"
#include <threads.h>

static int x;

static int returns(void *value)
{
	x++;
	thrd_yield();
	return *(int *)value;
}

static int exits(void *value)
{
	struct timespec moment = {0, 1000};

	thrd_sleep(&moment, NULL);
	assert(!thrd_equal(thrd_current(), *(thrd_t *)value));
	thrd_exit(8);
}

int main(void)
{
	thrd_t a, b, me = thrd_current();
	int seven = 7, m, n;

	assert(thrd_create(&a, returns, &seven) == thrd_success);
	assert(thrd_join(a, &m) == thrd_success);
	x++;
	assert(thrd_create(&b, exits, &me) == thrd_success);
	assert(thrd_join(b, &n) == thrd_success);
	assert(x == 2);
	printf("%d,%d\n", m, n);
	return 0;
}
