/* SPDX-License-Identifier: MIT */
/* called: numbers that no error and no signal has are written into memory of
 * the thread that asks, which goes back: by hand, two additions in either order
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 2
 * states: first=0 first=1
 * silent: starting again in fork mode
 * races: none
 * native: sc
 */
#include "test.h"

#include <signal.h>
#include <stdio.h>

static atomic_int x;
static int order[2];

static void *ask(void *arg)
{
	int me = arg != NULL;
	char wanted[40], *error = strerror(-1 - me), *sign;

	snprintf(wanted, sizeof wanted, "Unknown error %d", -1 - me);
	order[me] = atomic_fetch_add(&x, 1);
	sign = strsignal(1000 + me);
	assert(strcmp(error, wanted) == 0);
	snprintf(wanted, sizeof wanted, "Unknown signal %d", 1000 + me);
	assert(strcmp(sign, wanted) == 0);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, ask, NULL);
	pthread_create(&b, NULL, ask, &a);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(strcmp(strerror(ENOENT), "No such file or directory") == 0);
	printf("first=%d\n", order[1] == 0);
	return 0;
}
