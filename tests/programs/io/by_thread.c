/* SPDX-License-Identifier: MIT */
/* by_thread: the report shows the failing execution's own output, each line
 * with the thread that wrote it
 *
 * check: --exhaustive
 * verdict: bug assertion
 * says:   T0   | from main
 * says:   T1   | from the thread
 */
#include "test.h"

static void *work(void *unused)
{
	puts("from the thread");
	return NULL;
}

int main(void)
{
	pthread_t t;

	puts("from main");
	t = start(work, NULL);
	finish(t);
	assert(!"reached"); /* BUG */
}
