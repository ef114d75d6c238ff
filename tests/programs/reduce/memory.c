/* SPDX-License-Identifier: MIT */
/* memory: a thousand threads, of each of which the search remembers at each
 * decision what it would have done: more than there is room for
 *
 * An execution that was cut is no proof: nothing is known, and it is said what
 * may help.
 *
 * check: --exhaustive --max-executions 1 --memory 256
 * modes: checkpoint
 * compilers: gcc
 * verdict: error
 * exit: 5
 * says: what the search remembers did not fit into memory
 *
 * check: --exhaustive --reduce none --max-executions 1
 * modes: checkpoint
 * compilers: gcc
 * verdict: partial
 * holes: budget
 */
#include "test.h"

enum {
	THREADS = 1000
};

static atomic_int x;

static void *work(void *unused)
{
	for (int i = 0; i < 5; i++)
		atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	for (int i = 0; i < THREADS; i++)
		t[i] = start(work, NULL);
	for (int i = 0; i < THREADS; i++)
		finish(t[i]);
	return 0;
}
