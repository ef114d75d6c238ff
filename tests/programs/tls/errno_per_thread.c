/* SPDX-License-Identifier: MIT */
/* errno_per_thread: each thread has its own, 0 at its start, in every execution
 *
 * check: --exhaustive
 * verdict: verified
 * states: main=2,a=22,b=33
 * native: sc
 */
#include "test.h"

static atomic_int x;

static void *set(void *value)
{
	assert(errno == 0);
	errno = (int)(intptr_t)value;
	atomic_fetch_add(&x, 1); /* here another thread may run */
	return (void *)(intptr_t)errno;
}

int main(void)
{
	pthread_t s, t;
	int a, b;

	assert(errno == 0);
	errno = 2;
	s = start(set, (void *)22);
	t = start(set, (void *)33);
	atomic_fetch_add(&x, 1);
	a = (int)(intptr_t)finish(s);
	b = (int)(intptr_t)finish(t);
	printf("main=%d,a=%d,b=%d\n", errno, a, b);
	return 0;
}
