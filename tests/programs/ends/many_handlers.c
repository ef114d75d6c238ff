/* SPDX-License-Identifier: MIT */
/* many_handlers: exit runs one handler after the other, and waits for nothing
 *
 * By hand: handlers run after all other threads have ended; that they change
 * nothing makes the loop that takes them off the list no loop that waits.
 *
 * verdict: verified
 * check: --exhaustive
 */
#include "test.h"

static void handler(void)
{
}

static void *nothing(void *arg)
{
	return arg;
}

int main(void)
{
	for (int i = 0; i < 8; i++)
		atexit(handler);
	finish(start(nothing, NULL));
	return 0;
}
