/* SPDX-License-Identifier: MIT */
/* above: behind a thread's control block, which stands above its stack, nothing
 * is mapped
 *
 * The block is some 2.3 KiB; natively what follows is not the thread's either.
 *
 * check: --exhaustive
 * verdict: bug crash
 */
#include "test.h"

static void *work(void *unused)
{
	char *block;

	__asm__("mov %%fs:0, %0" : "=r"(block));
	block += 16384;
	*(volatile char *)block = 1; /* BUG */
	return NULL;
}

int main(void)
{
	finish(start(work, NULL));
	return 0;
}
