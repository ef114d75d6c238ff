/* SPDX-License-Identifier: MIT */
/* T-12: an atomic operation that the list does not have is no point; here it
 * has none.
 * Numbers: tests/oracle/study.py.
 *
 * flags: -O0
 * states: x=2
 * check: {study} --strategy dfs --stop-after 0
 * verdict: partial
 * holes: points_left_out
 * exit: 0
 * executions: 1
 * native: prints x=1
 */
#include <pthread.h>
#include <stdio.h>

static int x;

static void *store(void *value)
{
	__atomic_store_n(&x, *(int *)value, __ATOMIC_SEQ_CST);
	return NULL;
}

int main(void)
{
	int value[2] = {1, 2};
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, store, &value[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("x=%d\n", x);
	return 0;
}
