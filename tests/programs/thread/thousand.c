/* SPDX-License-Identifier: MIT */
/* thousand: a thousand threads alive at once
 *
 * All meet at a barrier, so that none has ended when the last is created.
 *
 * check: --strategy random --max-executions 2
 * verdict: partial
 * native: sc 3
 * exit: 0
 * executions: 2
 * states: sum=499500
 */
#include "test.h"

enum {
	N = 1000
};

static pthread_barrier_t b;

static void *meet(void *value)
{
	pthread_barrier_wait(&b);
	return value;
}

int main(void)
{
	static pthread_t t[N];
	intptr_t sum = 0;

	pthread_barrier_init(&b, NULL, N);
	for (intptr_t i = 0; i < N; i++)
		t[i] = start(meet, (void *)i);
	for (int i = 0; i < N; i++)
		sum += (intptr_t)finish(t[i]);
	printf("sum=%d\n", (int)sum);
	return 0;
}
