/* SPDX-License-Identifier: MIT */
/* map_sparse: much is mapped, and little of it used
 *
 * Half a gigabyte each by two threads, of which two pages are written, and all
 * of which is given back: what nobody touched costs nothing.  What was written
 * is zero again in the next execution, in the same process.
 *
 * T1 maps, adds and unmaps: m1 a1 u1, each an operation, as there is no room
 * in the thread's own part; T2 as well.  Main joins T1 behind u1 (j1), and then
 * T2.  There are 6!/(3!3!) = 20 orders of the six; if k of T2's come behind u1,
 * then j1 has k + 1 places.  k come behind it in (5 - k)!/(2!(3 - k)!) orders:
 * 10 * 1 + 6 * 2 + 3 * 3 + 1 * 4 = 35.
 *
 * check: --exhaustive --reduce none
 * args: threads
 * verdict: verified
 * executions: 35
 * states: 0,7,1/0,7,2 0,7,2/0,7,1
 * native: sc
 *
 * A hundred gigabytes of address space, most of it never used
 *
 * check: --exhaustive
 * args: reserve
 * verdict: verified
 * states: 5,0,6,0
 *
 * What was never written need not be saved when it is given back, by either
 * advice, made longer, or mapped over
 *
 * check: --exhaustive
 * args: advice
 * verdict: verified
 * scope: freed_pages
 * states: 0,0,9,3,0
 * native: prints 0,9,9,3,0
 *
 * Beside another thread that has touched nothing yet, it is a hole
 *
 * check: --exhaustive
 * args: beside
 * verdict: partial
 * holes: wide_protection
 * exit: 4
 */
#include "test.h"

#include <sys/mman.h>

#define MIB (1ul << 20)
#define GIB (1ul << 30)
#define HALF (512 * MIB)

static atomic_int x;
static char said[2][40];

static char *map(size_t n, int protection)
{
	char *p = mmap(NULL, n, protection,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	assert(p != MAP_FAILED);
	return p;
}

static void *maps(void *which)
{
	char *p = map(HALF, PROT_READ | PROT_WRITE);
	int before = p[300 * MIB] + p[HALF - 1] + p[17], order;

	p[300 * MIB] = 3;
	p[HALF - 1] = 4;
	order = atomic_fetch_add(&x, 1) + 1;
	snprintf(which, sizeof said[0], "%d,%d,%d", before,
		p[300 * MIB] + p[HALF - 1] + p[17], order);
	assert(munmap(p, HALF) == 0);
	return NULL;
}

static void commits(void)
{
	char *p = map(100 * GIB, PROT_NONE), *q;

	assert(mprotect(p + 64 * GIB, 2 * MIB, PROT_READ | PROT_WRITE) == 0);
	p[64 * GIB] = 5;
	q = map(GIB, PROT_READ | PROT_WRITE);
	q[GIB - 1] = 6;
	printf("%d,%d,%d,%d\n", p[64 * GIB], p[64 * GIB + MIB], q[GIB - 1],
		q[0]);
	assert(munmap(p, 100 * GIB) == 0 && munmap(q, GIB) == 0);
}

static void advises(void)
{
	char *p = map(HALF, PROT_READ | PROT_WRITE), *q;
	int a, b;

	p[MIB] = 8;
	p[400 * MIB] = 9;
	assert(madvise(p, 300 * MIB, MADV_DONTNEED) == 0);
	a = p[MIB];
	assert(madvise(p + 400 * MIB, 64 * MIB, MADV_FREE) == 0);
	b = p[400 * MIB];
	p[400 * MIB] = 9;
	q = mremap(p, HALF, GIB, MREMAP_MAYMOVE);
	assert(q != MAP_FAILED);
	q[GIB - 1] = 3;
	printf("%d,%d,%d,%d,", a, b, q[400 * MIB], q[GIB - 1]);
	assert(mmap(q, GIB, PROT_READ,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
		       -1, 0) == q);
	printf("%d\n", q[400 * MIB] + q[GIB - 1]);
	assert(munmap(q, GIB) == 0);
}

static void *adds(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t, u;

	(void)argc;
	if (strcmp(argv[1], "threads") == 0) {
		t = start(maps, said[0]);
		u = start(maps, said[1]);
		finish(t);
		finish(u);
		printf("%s/%s\n", said[0], said[1]);
	} else if (strcmp(argv[1], "reserve") == 0) {
		t = start(adds, NULL);
		u = start(adds, NULL);
		commits();
		finish(t);
		finish(u);
	} else if (strcmp(argv[1], "advice") == 0) {
		advises();
		t = start(adds, NULL);
		u = start(adds, NULL);
		finish(t);
		finish(u);
	} else {
		char *p = map(HALF, PROT_READ | PROT_WRITE);

		t = start(adds, NULL);
		assert(madvise(p, HALF, MADV_DONTNEED) == 0);
		finish(t);
	}
	return 0;
}
