/* SPDX-License-Identifier: MIT */
/* published: what a turn finds behind the place that it waits for is another
 * thing in another execution
 *
 * U publishes 0 or 1, and then that it is done.  T waits for 1, or the end.
 *
 * check: --exhaustive --turns erased
 * verdict: verified
 * states: 0,2 1,1 1,2
 * races: none
 */
#include "test.h"
#include "scarp/scarp.h"

static atomic_int x;
static int content;

static void *publish(void *unused)
{
	content = scarp_choose(2);
	atomic_store(&x, 1);
	atomic_store(&x, 2);
	return unused;
}

int main(void)
{
	pthread_t t = start(publish, NULL);
	int v;

	while ((v = atomic_load(&x)) == 0 || (v == 1 && !content))
		;
	finish(t);
	printf("%d,%d\n", content, v);
	return 0;
}
