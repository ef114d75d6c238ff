/* SPDX-License-Identifier: MIT */
/* protected: a loop waits for a place that is read-only by then, with a value
 * that was there before
 *
 * check: --exhaustive --turns erased
 * verdict: verified
 * states: 2
 * native: sc
 */
#include "test.h"
#include <sys/mman.h>

static atomic_int *page, go;

static void *wait_for(void *at)
{
	atomic_int *p = at;
	int v;

	while (!atomic_load(&go))
		;
	do
		v = atomic_load(p);
	while (v != 2);
	return NULL;
}

int main(void)
{
	pthread_t t;

	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	t = start(wait_for, page);
	atomic_store(page, 1);
	atomic_store(page, 2);
	mprotect(page, 4096, PROT_READ);
	atomic_store(&go, 1);
	finish(t);
	printf("%d\n", atomic_load(page));
	return 0;
}
