/* SPDX-License-Identifier: MIT */
/* handlers_left: what one execution registered and did not run, as _exit ended
 * it, is not there in the next
 *
 * check: --exhaustive
 * verdict: verified
 * states: left ended,handler
 * native: sc
 */
#include "test.h"

static atomic_int x;

static void handler(void)
{
	printf("handler");
}

static void *leave(void *unused)
{
	if (atomic_load(&x)) {
		printf("left");
		fflush(stdout);
		_exit(0);
	}
	return NULL;
}

static void *set(void *unused)
{
	atomic_store(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	atexit(handler);
	t = start(set, NULL);
	u = start(leave, NULL);
	finish(t);
	finish(u);
	printf("ended,");
	return 0;
}
