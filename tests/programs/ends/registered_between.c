/* SPDX-License-Identifier: MIT */
/* registered_between: a thread registers a handler before exit is called (it
 * runs first), while the other handler runs (it runs behind that), or too late
 *
 * check: --exhaustive
 * verdict: verified
 * states: 21 12 1
 * native: sc
 */
#include "test.h"

static void first(void)
{
	printf("1");
}

static void second(void)
{
	printf("2");
}

static void *registers(void *arg)
{
	atexit(second);
	return arg;
}

int main(void)
{
	atexit(first);
	pthread_detach(start(registers, NULL));
	return 0;
}
