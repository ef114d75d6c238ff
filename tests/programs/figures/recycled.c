/* SPDX-License-Identifier: MIT */
/* recycled: a block is freed, and what another thread allocates is the same
 * memory (Blum: Practical concurrency testing, 2018, figures 4.4 and 4.5; Blum
 * and Gibson: Stateless model checking with data-race preemption points, 2016,
 * figures 5 and 6)
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
 * Limited happens-before does not know of that order.  What meets only so is
 * told as that, and is no reason to look further.
 *
 * check: --heap=reuse --happens-before=limited
 * verdict: verified
 * pair: write FOO, write NEXT, recycled
 * pair: write FOO, free NEW, recycled
 * pair: free OLD, write BAZ, recycled
 * pair: free OLD, write NEXT, recycled
 * pair: free OLD, free NEW, recycled
 *
 * check: --exhaustive --happens-before=limited
 * verdict: verified
 * races: none
 *
 * 4.5: the same, but the write goes through a pointer that was published
 * earlier, and hits the block of another one, or none.
 *
 * check: --exhaustive --heap=reuse
 * flags: -DPUBLISHED
 * verdict: bug use_after_free
 *
 * check: --heap=reuse --happens-before=limited --stop-after 0
 * flags: -DPUBLISHED
 * verdict: bug use_after_free
 * pair: write FOO, write BUG, both
 * pair: free OLD, write BUG, one
 * pair: write FOO, free NEW, recycled
 * pair: free OLD, free NEW, recycled
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
	x->foo = 1; /* FOO */
	free(x);    /* OLD */
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
	y->baz = 0; /* BAZ */
	atomic_store(&published, y);
	y->foo = 2; /* NEXT */
#endif
	free(y); /* NEW */
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
