/* SPDX-License-Identifier: MIT */
/* mappings: what mmap and its kin answer, in every execution
 *
 * Protections are set and taken back, in the middle of what checkpoints keep:
 * T1 and T2 add once each; main joins T1, changes protections three times,
 * drops what a page held, and joins T2: in a1 j1 p1 p2 p3 d j2 there are 7
 * places before j2 for a2.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * executions: 7
 * states: fine
 * native: sc 3
 */
#include "test.h"

#include <sys/mman.h>

static atomic_int x;
static char *page;

#define FAILS(call, error)                                                     \
	do {                                                                   \
		errno = 0;                                                     \
		assert(call);                                                  \
		assert(errno == (error));                                      \
	} while (0)

static void *adds(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

static char *map(size_t n, int protection)
{
	return mmap(NULL, n, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int main(void)
{
	char *p, *q;

	FAILS(map(0, PROT_READ) == MAP_FAILED, EINVAL);
	page = map(3 * 4096, PROT_READ | PROT_WRITE);
	memset(page, 'p', 3 * 4096);
	assert(mprotect(page + 4096, 4096, PROT_READ) == 0);
	FAILS(mprotect(page + 1, 4096, PROT_READ) == -1, EINVAL);
	pthread_t t = start(adds, NULL), u = start(adds, NULL);

	finish(t);
	assert(page[5000] == 'p');
	page[0] = page[8192] = 'q';
	assert(mprotect(page + 4096, 4096, PROT_READ | PROT_WRITE) == 0);
	page[5000] = 'r';
	assert(mprotect(page, 3 * 4096, PROT_NONE) == 0);
	assert(mprotect(page, 3 * 4096, PROT_READ | PROT_WRITE) == 0);
	assert(page[0] == 'q' && page[1] == 'p' && page[5000] == 'r');
	assert(madvise(page + 4096, 4096, MADV_DONTNEED) == 0);
	assert(page[5000] == 0 && page[8192] == 'q');
	finish(u);
	p = mremap(page, 3 * 4096, 8 * 4096, MREMAP_MAYMOVE);
	assert(p != MAP_FAILED && p[0] == 'q' && p[8192] == 'q');
	assert(p[7 * 4096] == 0);
	p[7 * 4096] = 1;
	assert(mremap(p, 8 * 4096, 4096, 0) == p);
	q = map(4096, PROT_READ);
	assert(q != p && q[17] == 0);
	assert(munmap(q, 4096) == 0 && munmap(p, 4096) == 0);
	printf("fine\n");
	return 0;
}
