/* SPDX-License-Identifier: MIT */
/* recycled: a block is freed, and what another thread allocates is the same
 * memory (Blum: Practical concurrency testing, 2018, figures 4.4 and 4.5)
 *
 * 4.4: nothing but the allocator ever brings the two writes together, and it
 * orders them.
 *
 * check: --exhaustive --heap=reuse
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 * native: sc
 *
 * 4.5: the same, but the write goes through a pointer that was published
 * earlier, and hits the block of another one, or none.
 *
 * check: --exhaustive --heap=reuse
 * flags: -DPUBLISHED
 * verdict: bug use_after_free
 *
 * check: --exhaustive
 * flags: -DPUBLISHED
 * verdict: bug use_after_free
 * replays: 1
 */
#include "test.h"

struct x {
	int foo, baz;
};

static _Atomic(struct x *) published;

static void *frees(void *block)
{
	struct x *x = block;

#ifdef PUBLISHED
	atomic_store(&published, x);
#endif
	x->foo = 1;
	free(x);
	return NULL;
}

static void *recycles(void *unused)
{
#ifdef PUBLISHED
	struct x *x = atomic_load(&published);
#endif
	struct x *y = malloc(sizeof *y);

#ifdef PUBLISHED
	if (x)
		x->foo = 2; /* BUG */
#else
	y->baz = 0;
	atomic_store(&published, y);
	y->foo = 2;
#endif
	free(y);
	return NULL;
}

int main(void)
{
	struct x *x = malloc(sizeof *x);
	pthread_t t = start(frees, x), u = start(recycles, NULL);

	finish(t);
	finish(u);
	return 0;
}
