/* SPDX-License-Identifier: MIT */
/* three_back: what raced with the last of three additions raced with all of
 * them
 *
 * It fails only if all three come between T1's load and its store, which raced
 * with each, also with those that later ones of the same thread cover.  T1 is
 * kept from the store, nobody from the load.
 *
 * check: --exhaustive --stop-after 0
 * verdict: bug assertion
 * pair: read L, atomic write A, both, benign here
 * pair: read L, atomic write B, both, benign here
 * pair: read L, atomic write C, both, benign here
 * pair: write S, atomic write A, both, failing
 * pair: write S, atomic write B, both, failing
 * pair: write S, atomic write C, both, failing
 * pair: write S, read D, both, failing
 *
 * The same where there are none but atomics before the store.
 *
 * check: --strategy dfs --reduce none --stop-after 0
 * flags: -DSTORE
 * verdict: bug assertion
 * pair: write S, atomic write A, both, failing
 * pair: write S, atomic write B, both, failing
 * pair: write S, atomic write C, both, failing
 * pair: write S, read D, both, failing
 */
#include "test.h"

static volatile int x;
static volatile atomic_int z;

static void *first(void *unused)
{
	int tmp = 0;

#ifdef STORE
	atomic_store(&z, 1);
#else
	tmp = x; /* L */
#endif
	x = tmp + 1; /* S */
	return NULL;
}

static void *second(void *unused)
{
	int seen;

	__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); /* A */
	__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); /* B */
	__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); /* C */
	seen = x;				     /* D */
	assert(seen >= 2);			     /* BUG */
	return NULL;
}

int main(void)
{
	pthread_t t = start(first, NULL), u = start(second, NULL);

	finish(t);
	finish(u);
	return 0;
}
