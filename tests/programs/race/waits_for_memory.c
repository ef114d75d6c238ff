/* SPDX-License-Identifier: MIT */
/* waits_for_memory: a thread goes round a loop until another one has stored,
 * which had done something else before in the same transition
 *
 * Limited happens-before orders it after the store that it waited for, and so
 * after the data; a relaxed store is no order by C, and stays a race.
 *
 * check: --strategy dfs --points racing --happens-before=limited
 * and: --max-executions 1
 * flags: -DSTORE=memory_order_release -DLOAD=memory_order_acquire
 * verdict: partial
 * holes: points_left_out
 * pair: none
 * exit: 0
 *
 * check: --strategy dfs --points racing --happens-before=limited
 * and: --max-executions 1
 * flags: -DSTORE=memory_order_relaxed -DLOAD=memory_order_relaxed
 * verdict: partial
 * holes: budget points_left_out
 * pair: write STORED, read LOADED, one
 * exit: 4
 */
#include "test.h"

static atomic_int flag, other;
static volatile int data;

static void *waits(void *unused)
{
	while (!atomic_load_explicit(&flag, LOAD))
		;
	(void)data; /* LOADED */
	return NULL;
}

static void *tells(void *unused)
{
	atomic_store_explicit(&other, 1, memory_order_relaxed);
	data = 1; /* STORED */
	atomic_store_explicit(&flag, 1, STORE);
	return NULL;
}

int main(void)
{
	pthread_t t = start(waits, NULL), u = start(tells, NULL);

	finish(t);
	finish(u);
	return 0;
}
