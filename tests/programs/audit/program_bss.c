/* SPDX-License-Identifier: MIT */
/* program_bss: the same with a variable that starts as zero, lies in no file,
 * and so in anonymous memory
 *
 * The arrays around it are larger than a page.
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
int before[4096], counted, after[4096]; /* in .bss */

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
	printf("counted=%d\n", counted);
	return 0;
}
