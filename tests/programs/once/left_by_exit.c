/* SPDX-License-Identifier: MIT */
/* left_by_exit: a routine left by pthread_exit was not run: the next one runs
 * it
 *
 * check: --exhaustive
 * verdict: verified
 * states: calls=2
 * native: sc
 */
#include "test.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls;

static void initialise(void)
{
	if (++calls == 1)
		pthread_exit(NULL);
}

static void *use(void *unused)
{
	pthread_once(&once, initialise);
	return NULL;
}

int main(void)
{
	finish(start(use, NULL));
	finish(start(use, NULL));
	printf("calls=%d\n", calls);
	return 0;
}
