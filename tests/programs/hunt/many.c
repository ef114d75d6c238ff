/* SPDX-License-Identifier: MIT */
/* many: what has more orders than can be executed
 *
 * Three threads with eight updates of one variable each: 24! / (8!)^3, some
 * 10^10 traces.  tests/hunt goes on with it.
 *
 * check: --hunt --max-executions 2000
 * verdict: partial
 * exit: 0
 * says: would show another order
 */
#include <pthread.h>
#include <stdatomic.h>

enum {
	UPDATES = 8
};

static atomic_int shared;

static void *update(void *unused)
{
	for (int i = 0; i < UPDATES; i++)
		atomic_exchange(&shared, i);
	return unused;
}

int main(void)
{
	pthread_t thread[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&thread[i], NULL, update, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
