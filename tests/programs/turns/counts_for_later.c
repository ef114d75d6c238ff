/* SPDX-License-Identifier: MIT */
/* counts_for_later: how often a loop has looked matters behind it, so that each
 * number of turns is explored, and the loop is named
 *
 * check: --exhaustive --max-steps 400
 * verdict: partial
 * holes: step_limit
 * exit: 0
 * says: nothing changed but their own count, or delay: counts_for_later.c:58
 *
 * With the hint it looks once more each time that another thread has gone on.
 *
 * check: --exhaustive
 * flags: -DHINT
 * verdict: verified
 * silent: nothing changed but their own
 *
 * A count that others can see is an effect like any other, and nothing is said.
 *
 * check: --exhaustive --max-steps 400
 * flags: -DSHARED
 * verdict: partial
 * holes: step_limit
 * exit: 0
 * silent: nothing changed but their own
 */
#include "test.h"
#include "scarp/scarp.h"

static atomic_int x;
static atomic_int looks;
static volatile int kept;

static void hint(void)
{
#ifdef HINT
	scarp_spin_hint();
#endif
}

static void *set(void *unused)
{
	atomic_store(&x, 1);
	return unused;
}

int main(void)
{
	pthread_t t = start(set, NULL);
	int n = 0;

#ifdef SHARED
	while (!atomic_load(&x)) {
		atomic_fetch_add(&looks, 1);
		n++;
	}
#else
	while (!atomic_load(&x)) {
		n++;
		hint();
	}
#endif
	(void)hint;
	(void)looks;
	finish(t);
	kept = n;
	return 0;
}
