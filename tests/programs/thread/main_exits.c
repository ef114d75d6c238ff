/* SPDX-License-Identifier: MIT */
/* main_exits: pthread_exit in main waits for all others; the last one ends the
 * process with status 0, after atexit handlers
 *
 * check: --exhaustive
 * verdict: verified
 * states: x=2
 * native: sc
 */
#include "test.h"

static atomic_int x;

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

static void report(void)
{
	printf("x=%d\n", atomic_load(&x));
}

int main(void)
{
	atexit(report);
	start(work, NULL);
	start(work, NULL);
	pthread_exit((void *)5);
}
