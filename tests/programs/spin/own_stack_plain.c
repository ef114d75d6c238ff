/* SPDX-License-Identifier: MIT */
/* own_stack_plain: the same with a plain volatile flag
 *
 * check: --exhaustive
 * verdict: verified
 */
#include <pthread.h>
static void *set(void *f)
{
	*(volatile int *)f = 1;
	return 0;
}
int main(void)
{
	pthread_t s;
	volatile int flag = 0;
	pthread_create(&s, 0, set, (void *)&flag);
	while (!flag)
		;
	pthread_join(s, 0);
	return 0;
}
