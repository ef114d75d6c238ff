/* SPDX-License-Identifier: MIT */
/* atexit_order: last registered first; one registered by a handler runs next
 *
 * Two threads make several executions: what one registered must not be left
 * for the next.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 3,4,2,1,destructor
 * native: sc
 */
#include "test.h"

static atomic_int x;

static void one(void)
{
	printf("1,");
}

static void two(int status, void *text)
{
	assert(status == 0);
	printf("%s,", (const char *)text);
}

static void four(void)
{
	printf("4,");
}

static void three(void)
{
	printf("3,");
	atexit(four);
}

__attribute__((destructor)) static void last(void)
{
	printf("destructor\n");
}

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t;

	atexit(one);
	on_exit(two, "2");
	t = start(work, NULL);
	atomic_fetch_add(&x, 1);
	finish(t);
	atexit(three);
	return 0;
}
