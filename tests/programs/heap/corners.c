/* SPDX-License-Identifier: MIT */
/* corners: what allocation functions do with odd arguments, as glibc 2.36 does
 *
 * check: --exhaustive --leak-check
 * verdict: verified
 * states: ended
 * native: sc
 *
 * check: --strategy random --max-executions 200 --leak-check --heap=reuse
 * verdict: partial
 * exit: 0
 * holes: sampled
 * states: ended
 */
#include "test.h"
#include <malloc.h>

static volatile size_t huge = (size_t)PTRDIFF_MAX + 1, most = SIZE_MAX;
static volatile size_t three = 3, odd = 24, forty = 40, zero = 0;

static void *release(void *p)
{
	free(p);
	return NULL;
}

static void refused(void *p, int error)
{
	assert(p == NULL && errno == error);
	errno = 0;
}

static void aligned(void *p, size_t align)
{
	assert(p && (uintptr_t)p % align == 0);
	memset(p, 1, malloc_usable_size(p));
	free(p);
}

int main(void)
{
	void *p = &huge;
	char *q;

	refused(malloc(huge), ENOMEM);
	refused(malloc(most), ENOMEM);
	refused(calloc(huge, 2), ENOMEM);
	refused(calloc(most, most), ENOMEM);
	refused(reallocarray(NULL, huge, 2), ENOMEM);
	refused(memalign(64, huge), ENOMEM);
	refused(memalign(most, 8), EINVAL);

	assert(posix_memalign(&p, three, 8) == EINVAL);
	assert(posix_memalign(&p, odd, 8) == EINVAL);
	assert(posix_memalign(&p, zero, 8) == EINVAL);
	assert(posix_memalign(&p, sizeof p / 2, 8) == EINVAL);
	assert(posix_memalign(&p, 64, huge) == ENOMEM);
	assert(p == &huge);

	/* What is no power of two is rounded up. */
	aligned(memalign(three, 8), 16);
	aligned(memalign(odd, 100), 32);
	aligned(aligned_alloc(odd, 100), 32);
	/* Wherever the arena is: & ~39 would leave two bits of 63. */
	for (size_t i = 0; i < 4; i++) {
		aligned(memalign(forty, 16 * i), 64);
		aligned(aligned_alloc(forty, 100), 64);
	}
	aligned(aligned_alloc(1 << 16, 1), 1 << 16);
	aligned(valloc(10), 4096);
	aligned(pvalloc(10), 4096);
	q = pvalloc(4097); /* two pages, all of them usable */
	assert(malloc_usable_size(q) >= 8192);
	memset(q, 1, 8192);
	free(q);
	refused(pvalloc(most), ENOMEM);
	refused(pvalloc(huge), ENOMEM);
	assert(posix_memalign(&p, sizeof p, zero) == 0);
	free(p);

	q = malloc(zero);
	assert(q && malloc_usable_size(NULL) == 0);
	q = realloc(q, 100);
	memset(q, 7, 100);
	refused(realloc(q, huge), ENOMEM);
	refused(reallocarray(q, most, most), ENOMEM);
	assert(q[99] == 7); /* still there */
	q = reallocarray(q, 20, 10);
	assert(q[99] == 7);
	assert(realloc(q, zero) == NULL);
	q = realloc(NULL, zero);
	assert(q);
	free(q);
	free(NULL);
	finish(start(release, aligned_alloc(64, 64)));
	finish(start(release, calloc(3, 5)));
	printf("ended\n");
	return 0;
}
