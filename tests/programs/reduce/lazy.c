/* SPDX-License-Identifier: MIT */
/* lazy: five threads that each count under one mutex in a cell of their own
 *
 * The order of the sections is all in which 5! traces differ; without it there
 * is one.
 *
 * check: --exhaustive --reduce lazy
 * verdict: partial
 * holes: lazy_reduction
 * executions: 1
 * exit: 0
 * check: --exhaustive --reduce optimal
 * verdict: verified
 * executions: 120
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int cell[5];

static void *count(void *mine)
{
	pthread_mutex_lock(&m);
	++*(int *)mine;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t[5];

	for (int i = 0; i < 5; i++)
		t[i] = start(count, &cell[i]);
	for (int i = 0; i < 5; i++)
		finish(t[i]);
	return 0;
}
