/* SPDX-License-Identifier: MIT */
/* late: one thread behind a hundred operations of another, before the next
 *
 * Coins find that once in 2^100 executions.  When surw selects the flag the
 * look comes between the two stores once in three; it selects one of the flag
 * and all operations: so once in six at least.  Of 1,000 executions some
 * hundreds are surw's.
 *
 * check: --hunt --max-executions 1000
 * verdict: bug assertion
 * replays: 1
 *
 * check: --strategy surw --max-executions 100
 * verdict: bug assertion
 *
 * check: --strategy random --max-executions 1000
 * verdict: partial
 * exit: 0
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int own, flag;

static void *works(void *unused)
{
	for (int i = 0; i < 100; i++)
		own++;
	flag = 1;
	flag = 0;
	return unused;
}

static void *looks(void *unused)
{
	assert(flag == 0); /* BUG */
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, works, NULL);
	pthread_create(&b, NULL, looks, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
