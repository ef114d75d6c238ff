/* SPDX-License-Identifier: MIT */
/* handles: a thread that is created when another one is gone has a handle of
 * its own; natively it is the same one, and that is said
 *
 * check: --exhaustive
 * verdict: verified
 * scope: no_handle_reuse
 * native: prints 1
 * states: 0
 *
 * check: --exhaustive
 * flags: -DTOGETHER
 * verdict: verified
 * silent: not handed out again
 * states: 0
 */
#include "test.h"

static void *nothing(void *unused)
{
	return NULL;
}

int main(void)
{
	pthread_t first = start(nothing, NULL), second;

#ifdef TOGETHER
	second = start(nothing, NULL);
	finish(first);
#else
	finish(first);
	second = start(nothing, NULL);
#endif
	finish(second);
	printf("%d\n", pthread_equal(first, second) != 0);
	return 0;
}
