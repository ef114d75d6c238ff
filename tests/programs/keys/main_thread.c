/* SPDX-License-Identifier: MIT */
/* main_thread: exit() runs no key destructors, pthread_exit in main does
 *
 * check: --exhaustive
 * verdict: verified
 * states: calls=0
 * native: sc
 *
 * check: --exhaustive
 * flags: -DLEAVE
 * verdict: verified
 * states: calls=1
 * native: sc
 */
#include "test.h"

static pthread_key_t key;
static int calls;

static void at_end(void *value)
{
	calls++;
}

static void report(void)
{
	printf("calls=%d\n", calls);
}

int main(void)
{
	atexit(report);
	pthread_key_create(&key, at_end);
	pthread_setspecific(key, &calls);
#ifdef LEAVE
	pthread_exit(NULL);
#endif
	return 0;
}
