/* SPDX-License-Identifier: MIT */
/* cancel_at_exit: main is asked to end, and leaves the process: glibc may end
 * it where exit flushes stdout, or in a handler, and then the status is 0
 *
 * verdict: partial
 * holes: cancel_at_exit
 * native: exits 0 3
 *
 * check: --exhaustive --expect-exit 3
 *
 * check: --exhaustive --expect-exit 3
 * flags: -DIN_HANDLER
 *
 * check: --exhaustive --expect-exit 3
 * flags: -DDISABLED
 * verdict: verified
 */
#include "test.h"

static void asks(void)
{
	pthread_cancel(pthread_self());
}

int main(void)
{
	printf("x");
#ifdef DISABLED
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
#endif
#ifdef IN_HANDLER
	atexit(asks);
#else
	asks();
#endif
	return 3;
}
