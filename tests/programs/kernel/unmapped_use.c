/* SPDX-License-Identifier: MIT */
/* unmapped_use: one thread unmaps what the other one may still read
 *
 * check: --exhaustive
 * verdict: bug crash
 * replays: 1
 * says: SIGSEGV
 */
#include "test.h"

#include <sys/mman.h>

static _Atomic(int *) shared;

static void *reads(void *unused)
{
	int *p = atomic_load(&shared);
	int n = 0;

	if (p) {
		atomic_thread_fence(memory_order_seq_cst);
		n = p[5]; /* BUG */
	}
	return (void *)(intptr_t)n;
}

int main(void)
{
	int *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	atomic_store(&shared, p);
	pthread_t t = start(reads, NULL);

	atomic_store(&shared, NULL);
	munmap(p, 4096);
	finish(t);
	return 0;
}
