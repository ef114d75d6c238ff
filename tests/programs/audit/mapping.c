/* SPDX-License-Identifier: MIT */
/* mapping: a mapping that is left, by a system call past every wrapper
 *
 * Two additions: 2 executions, and in each the process is as it was at first.
 *
 * holes: unannounced
 *
 * check: --exhaustive
 * modes: checkpoint restart
 * fallback: fork
 * verdict: verified
 * executions: 2
 * states: 1
 * says: a mapping of 64 KiB at 0x230000000000 (r--p) was left
 * says: starting again in fork mode
 * says: state that scarp does not rewind was changed
 */
#include "raw.h"
#include "test.h"

#include <sys/mman.h>

static atomic_int x;

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	long seen;

	atomic_fetch_add(&x, 1);
	seen = raw(SYS_mmap, 0x230000000000, 0x10000, PROT_READ,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1);
	seen = seen == 0x230000000000;
	finish(t);
	printf("%ld\n", seen);
	return 0;
}
