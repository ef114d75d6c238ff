/* SPDX-License-Identifier: MIT */
/* join_value: pthread_join hands over what the thread returned
 *
 * check: --exhaustive
 * verdict: verified
 * states: 11,22
 * native: sc
 */
#include "test.h"

static void *twice(void *value)
{
	return (void *)(2 * (intptr_t)value);
}

static void *leave(void *value)
{
	pthread_exit(value);
}

int main(void)
{
	pthread_t a = start(leave, (void *)11), b = start(twice, (void *)11);
	int m = (int)(intptr_t)finish(a), n = (int)(intptr_t)finish(b);

	printf("%d,%d\n", m, n);
	return 0;
}
