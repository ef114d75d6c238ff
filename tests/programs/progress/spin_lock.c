/* SPDX-License-Identifier: MIT */
/* spin_lock: a counter under a spin lock.  Whoever has the lock may be held
 * there, and then no other addition returns.  Without the question it is right.
 *
 * check: --exhaustive
 * verdict: verified
 * check: --exhaustive --progress
 * verdict: bug not_obstruction_free
 * replays: 1
 * says: goes round a loop
 * check: --exhaustive --progress --reduce none
 * verdict: bug not_obstruction_free
 * check: --progress --strategy random --max-executions 100
 * verdict: bug not_obstruction_free
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int held;
static int count;

static int add(void)
{
	int old;

	while (atomic_exchange(&held, 1)) /* BUG */
		;
	old = count++;
	atomic_store(&held, 0);
	return old;
}

static void *adds(void *unused)
{
	int old;

	SCARP_OPERATION(&count, "fetch_add", old = add(), (SCARP_NUMBER(1)),
		SCARP_NUMBER(old));
	return unused;
}

int main(void)
{
	pthread_t a, b;

	scarp_specification(&count, "counter");
	pthread_create(&a, NULL, adds, NULL);
	pthread_create(&b, NULL, adds, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
