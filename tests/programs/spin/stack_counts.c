/* SPDX-License-Identifier: MIT */
/* stack_counts: the same with a local variable on the stack, stored by a
 * statement that is not seen
 *
 * holes: unannounced
 *
 * check: --exhaustive
 * verdict: verified
 * states: set=0 set=1
 * native: sc
 */
#include "test.h"

static atomic_int flag;

/* Not told to scarp, so only a look at the stack itself shows it. */
__attribute__((noinline, no_sanitize("thread"))) static int more(int *turns)
{
	return ++*turns < 8;
}

static void *work(void *unused)
{
	atomic_store(&flag, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	int turns = 0, set;

	do
		set = atomic_load(&flag);
	while (!set && more(&turns));
	finish(t);
	printf("set=%d\n", set);
	return 0;
}
