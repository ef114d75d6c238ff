/* SPDX-License-Identifier: MIT */
/* range_hooks: an access that only __scarp_write_range announces
 *
 * The instruction is one that no compiler sees: it goes through a pointer and
 * says nothing of memory.  Announced, it races and is put back; each adds 1 in
 * one piece.
 *
 * holes: unannounced
 *
 * check: --exhaustive
 * verdict: verified
 * states: 2
 * races: some
 * native: sc
 */
#include "test.h"

/* Not there when another compiler links this. */
void __scarp_write_range(void *p, unsigned long n) __attribute__((weak));

static volatile long x;

static void *add(void *unused)
{
	volatile long *p = &x;

	if (__scarp_write_range)
		__scarp_write_range((void *)p, sizeof *p);
	__asm__ volatile("lock incq (%0)" : : "r"(p));
	return NULL;
}

int main(void)
{
	pthread_t a = start(add, NULL), b = start(add, NULL);

	finish(a);
	finish(b);
	printf("%ld\n", x);
	return 0;
}
