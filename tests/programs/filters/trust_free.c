/* SPDX-License-Identifier: MIT */
/* trust_free: a free in a trusted function does not race, nor does it with an
 * access of one
 *
 * The block is freed when it has been read, which the relaxed flag tells, but
 * does not order.
 *
 * check:
 * verdict: verified
 * races: some
 * check: --trust reclaim
 * verdict: partial
 * holes: trusted
 * exit: 0
 * races: none
 * check: --trust look
 * verdict: partial
 * holes: trusted
 * exit: 0
 * races: none
 */
#include "test.h"

static atomic_int done;
static int *block;

static __attribute__((noinline)) int look(void)
{
	return *block;
}

static __attribute__((noinline)) void reclaim(void)
{
	free(block);
}

static void *reader(void *unused)
{
	long n = look();

	atomic_store_explicit(&done, 1, memory_order_relaxed);
	return (void *)n;
}

static void *owner(void *unused)
{
	while (!atomic_load_explicit(&done, memory_order_relaxed))
		;
	reclaim();
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	block = calloc(1, sizeof *block);
	t = start(reader, NULL);
	u = start(owner, NULL);
	finish(t);
	finish(u);
	return 0;
}
