/* SPDX-License-Identifier: MIT */
/* own_stack: main polls a flag on its own stack that another thread sets
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc
 */
#include <pthread.h>
#include <stdatomic.h>
static void *set(void *f)
{
	atomic_store((atomic_int *)f, 1);
	return 0;
}
int main(void)
{
	pthread_t s;
	atomic_int flag = 0;
	pthread_create(&s, 0, set, &flag);
	while (!atomic_load(&flag))
		;
	pthread_join(s, 0);
	return 0;
}
