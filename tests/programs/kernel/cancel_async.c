/* SPDX-License-Identifier: MIT */
/* cancel_async: a thread that lets itself be cancelled anywhere, before or
 * after somebody cancels it
 *
 * After: it could end at any instruction, which is refused.
 *
 * check: --exhaustive
 * verdict: error
 *
 * check: --exhaustive
 * flags: -DDISABLED
 * verdict: error
 */
#include "test.h"

static int x;

static void *ends(void *unused)
{
	int old;

	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
#ifdef DISABLED
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
	x = 1;
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
#endif
	x = 2;
	return NULL;
}

int main(void)
{
	pthread_t t = start(ends, NULL);

	pthread_cancel(t);
	pthread_join(t, NULL);
	printf("%d\n", x);
	return 0;
}
