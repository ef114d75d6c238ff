/* SPDX-License-Identifier: MIT */
/* once: the routine runs once, and nobody gets past it before it is through
 *
 * check: --exhaustive
 * verdict: verified
 * states: calls=1
 * races: none
 * native: sc
 */
#include "test.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int step;
static int calls;

static void initialise(void)
{
	calls++;
	atomic_store(&step, 1); /* here the other thread may run */
	atomic_store(&step, 2);
}

static void *use(void *unused)
{
	assert(pthread_once(&once, initialise) == 0);
	assert(atomic_load(&step) == 2);
	return NULL;
}

int main(void)
{
	pthread_t a = start(use, NULL), b = start(use, NULL);

	finish(a);
	finish(b);
	printf("calls=%d\n", calls);
	return 0;
}
