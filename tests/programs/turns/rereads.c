/* SPDX-License-Identifier: MIT */
/* rereads: a loop goes round with what a compare and exchange has found, and a
 * turn that had an effect comes before one that has none
 *
 * T1 counts in `seen` the turns that it begins with 0; T2 stores 5, 0, and 7.
 * Two if the exchange failed with 5, and then with 0: that second turn came to
 * nothing, and made later, in its place, the first one's exchange succeeds.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: 0 1 2
 * native: sc
 *
 * check: --exhaustive
 * compilers: gcc
 * verdict: verified
 * states: 0 1 2
 *
 * check: --exhaustive
 * flags: -O0
 * compilers: gcc
 * verdict: verified
 * states: 0 1 2
 *
 * check: --exhaustive
 * compilers: clang
 * verdict: verified
 * states: 0 1 2
 *
 * A turn goes round with what it expected, since its exchange succeeded: 0,
 * where a 1 is there now.  The next one learns that, and the third one ends it.
 *
 * check: --exhaustive
 * flags: -DSUCCEEDS
 * compilers: gcc
 * verdict: verified
 * states: 1
 *
 * check: --exhaustive
 * flags: -DSUCCEEDS -O0
 * compilers: gcc
 * verdict: verified
 * states: 1
 *
 * check: --exhaustive
 * flags: -DSUCCEEDS
 * compilers: clang
 * verdict: verified
 * states: 1
 *
 * The same, and it goes on for ever, putting 17 where 17 is.
 *
 * check: --exhaustive
 * flags: -DFOREVER
 * compilers: gcc
 * verdict: bug livelock
 *
 * check: --exhaustive
 * flags: -DFOREVER -O0
 * compilers: gcc
 * verdict: bug livelock
 *
 * check: --exhaustive
 * flags: -DFOREVER
 * compilers: clang
 * verdict: bug livelock
 */
#include "test.h"

static atomic_int place, other;
static int seen;

static void *exchanges(void *unused)
{
#if defined(SUCCEEDS)
	int old = atomic_load(&place);

	while (!atomic_compare_exchange_strong(&place, &old, old + 1) ||
		old != 1)
		;
	seen = old;
#elif defined(FOREVER)
	if (!atomic_load(&other)) {
		int old = atomic_load(&place);

		for (;;)
			atomic_compare_exchange_strong(&place, &old, 17);
	}
#else
	int old = atomic_load(&place);

	do {
		atomic_fetch_add(&other, old == 0);
	} while (!atomic_compare_exchange_strong(&place, &old, old + 1));
	seen = atomic_load(&other);
#endif
	return unused;
}

static void *stores(void *unused)
{
#ifdef FOREVER
	atomic_store(&other, 1);
#elif !defined(SUCCEEDS)
	atomic_store(&place, 5);
	atomic_store(&place, 0);
	atomic_store(&place, 7);
#endif
	return unused;
}

int main(void)
{
	pthread_t t[2];

	t[0] = start(exchanges, 0);
	t[1] = start(stores, 0);
	finish(t[0]);
	finish(t[1]);
	printf("%d\n", seen);
	return 0;
}
