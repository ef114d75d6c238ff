/* SPDX-License-Identifier: MIT */
/* flush_awaited: a flush is where a thread is cancelled only when there is
 * something to write; who flushes again and again waits for that
 *
 * check: --exhaustive --max-steps 500
 * verdict: verified
 * states: x
 * scope: fairness
 *
 * (it goes on as soon as there is, not only when nobody else can: another one
 * counts until it has; as in object_awaited.c)
 * check: --strategy random --max-executions 20 --max-steps 5000
 * flags: -DCOUNTS
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: x
 */
#include "test.h"

static atomic_int turns, over;

static void end(void *unused)
{
	(void)unused;
	atomic_store(&over, 1);
}

static void *flushes(void *unused)
{
	pthread_cleanup_push(end, NULL);
	for (;;)
		fflush(stdout);
	pthread_cleanup_pop(0);
	return unused;
}

int main(void)
{
	pthread_t t = start(flushes, NULL);

	pthread_cancel(t);
	puts("x");
#ifdef COUNTS
	while (!atomic_load(&over))
		atomic_fetch_add(&turns, 1);
#endif
	finish(t);
	return 0;
}
