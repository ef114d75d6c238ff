/* SPDX-License-Identifier: MIT */
/* munmap: memory that was mapped, written and unmapped is there again when the
 * search goes back to before that
 *
 * T1 maps two pages (zero in each execution), writes, adds, unmaps; T2 and T3
 * add before or after T1's addition and munmap.  Main joins T1, T2, T3: in
 * a1 u1 j1 j2 j3 there are 4 places before j2 for a2, and then 6 before j3 for
 * a3.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * executions: 24
 * states: 0,7,1 0,7,2 0,7,3
 * native: sc
 */
#include "test.h"

#include <sys/mman.h>

static atomic_int x;
static int before, after;

static void *maps(void *unused)
{
	int *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert(p != MAP_FAILED);
	before = p[1500];
	p[1500] = 7;
	after = atomic_fetch_add(&x, 1) + 1;
	before += (p[1500] - 7) * 100;
	assert(p[1500] == 7);
	assert(munmap(p, 8192) == 0);
	return NULL;
}

static void *adds(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(maps, NULL), u = start(adds, NULL),
		  v = start(adds, NULL);

	finish(t);
	finish(u);
	finish(v);
	printf("%d,7,%d\n", before, after);
	return 0;
}
