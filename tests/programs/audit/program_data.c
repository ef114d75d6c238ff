/* SPDX-License-Identifier: MIT */
/* program_data: a store that nobody announced, to data of the program: the
 * audit names the variable, and the search starts again in fork mode
 *
 * An assembler statement makes it, as scarp sees no store in those.  Each
 * execution counts in a process of its own then: 1 in all.
 *
 * holes: unannounced unseen_stores
 * modes: checkpoint restart
 * fallback: fork
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * native: sc
 * states: counted=1
 * executions: 3
 * says: 'counted' of
 * says: starting again in fork mode
 * says: memory of the test was changed by a store that nobody announced
 */
#include "test.h"

static atomic_int x;
int counted = 0x10000; /* in .data */

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL), u = start(work, NULL);

	__asm__ volatile("incl (%0)" : : "r"(&counted) : "memory", "cc");
	finish(t);
	finish(u);
	printf("counted=%d\n", counted - 0x10000);
	return 0;
}
