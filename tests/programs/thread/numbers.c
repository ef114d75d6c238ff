/* SPDX-License-Identifier: MIT */
/* numbers: a thread's number and stack depend on who created it and which of
 * its children it is, not on the order in which threads run
 *
 * Two threads create one each, in either order.
 *
 * check: --exhaustive
 * verdict: verified
 * distinct: 1
 *
 * So do those of what is no thread, beside each (src/native/tick.h).
 *
 * check: --exhaustive
 * env: SCARP_TICKS=1
 * verdict: verified
 * distinct: 1
 */
#include "test.h"

static atomic_int x;
static uintptr_t stack[2];
static int number[2];

static void *child(void *which)
{
	int i = (int)(intptr_t)which;

	stack[i] = (uintptr_t)&i;
	number[i] = (int)gettid();
	return NULL;
}

static void *work(void *which)
{
	atomic_exchange(&x, 1); /* additions would commute */
	finish(start(child, which));
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, (void *)0), u = start(work, (void *)1);

	finish(t);
	finish(u);
	assert(number[0] != number[1]); /* nor on who is there no more */
	printf("%d:%jx,%d:%jx\n", number[0], (uintmax_t)stack[0], number[1],
		(uintmax_t)stack[1]);
	return 0;
}
