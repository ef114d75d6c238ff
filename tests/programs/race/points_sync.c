/* SPDX-License-Identifier: MIT */
/* points_sync: with --points sync plain accesses are no decision points, and
 * once a race was seen nothing is verified: what was left out is named
 *
 * Nobody is interrupted inside an increment, so none is lost.
 *
 * check: --points sync
 * verdict: partial
 * holes: points_left_out
 * exit: 0
 * states: c=2
 * races: some
 * says: points_sync.c:21
 */
#include "test.h"

static int c;

static void *work(void *unused)
{
	c++;
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL), u = start(work, NULL);

	finish(t);
	finish(u);
	printf("c=%d\n", c);
	return 0;
}
