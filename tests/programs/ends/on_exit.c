/* SPDX-License-Identifier: MIT */
/* on_exit: its handlers get the status and their argument, in one order with
 * those of atexit; a second execution finds none registered
 *
 * Main registers twice beside two threads that add once each: in h1 h2 j1 j2
 * there are 3 places before j1 for a1, and then 5 before j2 for a2.
 *
 * check: --exhaustive --reduce none --expect-exit 3
 * verdict: verified
 * native: sc
 * states: x=2,atexit,7:3
 * executions: 15
 */
#include "test.h"

static atomic_int x;

static void handler(int status, void *argument)
{
	printf("%d:%d\n", (int)(intptr_t)argument, status);
}

static void plain(void)
{
	printf("atexit,");
}

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL), u = start(work, NULL);

	on_exit(handler, (void *)7);
	atexit(plain);
	finish(t);
	finish(u);
	printf("x=%d,", x);
	exit(3);
}
