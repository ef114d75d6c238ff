/* SPDX-License-Identifier: MIT */
/* join_cancelled: who waits for a thread may be asked to end before that does
 *
 * What a join waits for is after all that the other thread does, so nothing of
 * that is tried after the join; but a cancellation cuts the wait short.
 *
 * check: --exhaustive --reduce optimal
 * verdict: verified
 * states: ended,x=1 cancelled,x=0 cancelled,x=1
 * native: sc
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * states: ended,x=1 cancelled,x=0 cancelled,x=1
 */
#include "test.h"

#include <stdatomic.h>

static atomic_int x;
static int met;
static pthread_t writer, joiner;

static void *write_x(void *unused)
{
	atomic_store(&x, 1);
	return NULL;
}

static void look(void *unused)
{
	met = atomic_load(&x);
}

static void *join(void *unused)
{
	pthread_cleanup_push(look, NULL);
	pthread_join(writer, NULL);
	pthread_cleanup_pop(1);
	return NULL;
}

int main(void)
{
	void *result;

	writer = start(write_x, NULL);
	joiner = start(join, NULL);
	pthread_cancel(joiner);
	pthread_join(joiner, &result);
	printf("%s,x=%d\n", result == PTHREAD_CANCELED ? "cancelled" : "ended",
		met);
	if (result == PTHREAD_CANCELED)
		pthread_join(writer, NULL);
	return 0;
}
