/* SPDX-License-Identifier: MIT */
/* flockfile: keeps the other thread's output out; the stream's lock is
 * recursive
 *
 * check: --exhaustive
 * verdict: verified
 * states: aabb bbaa
 * native: sc
 */
#include "test.h"

static void *print(void *letter)
{
	int c = *(char *)letter;

	flockfile(stdout);
	putchar(c);
	flockfile(stdout);
	putc_unlocked(c, stdout);
	funlockfile(stdout);
	funlockfile(stdout);
	return NULL;
}

int main(void)
{
	pthread_t a = start(print, "a"), b = start(print, "b");

	finish(a);
	finish(b);
	return 0;
}
