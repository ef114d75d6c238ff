/* SPDX-License-Identifier: MIT */
/* join_self_joined: who joins itself gets EDEADLK while another one joins it
 *
 * By hand: glibc looks for the thread itself before it looks for who joins it
 * already, so that it makes no difference whether main does.
 *
 * verdict: verified
 * states: 35
 * native: prints 35
 * check: --exhaustive
 */
#include "test.h"

static void *join_itself(void *arg)
{
	sched_yield();
	return (void *)(long)pthread_join(pthread_self(), arg);
}

int main(void)
{
	pthread_t t;
	void *result;

	pthread_create(&t, NULL, join_itself, NULL);
	pthread_join(t, &result);
	printf("%ld\n", (long)result);
	return 0;
}
