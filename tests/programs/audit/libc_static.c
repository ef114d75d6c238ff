/* SPDX-License-Identifier: MIT */
/* libc_static: a store that nobody announced, into a variable of the C library
 *
 * The audit after the first execution sees and names it, and what was explored
 * does not count: two atomic operations make two executions, all of them in
 * fork mode.  The name has a field where the library's debug information is
 * installed (libc6-dbg), and an offset where it is not.
 *
 * holes: unannounced
 *
 * check: --exhaustive --reduce none
 * modes: checkpoint restart
 * fallback: fork
 * verdict: verified
 * native: sc
 * executions: 2
 * states: 0
 * says: changed ('_IO_2_1_stdin_
 * says: ' of libc.so.6): starting again in fork mode
 */
#include "test.h"

static atomic_int x;

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	int *place = &stdin->_flags2, before = *place & 1 << 30;
	pthread_t t = start(work, NULL);

	atomic_fetch_add(&x, 1);
	__asm__ volatile("btsl $30, (%0)" : : "r"(place) : "memory", "cc");
	finish(t);
	printf("%d\n", before);
	return 0;
}
