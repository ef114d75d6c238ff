/* SPDX-License-Identifier: MIT */
/* ticket_lock: N threads come once each; the order of the tickets is all that
 * there is
 *
 * N! traces (tests/oracle/erased.py).  A turn that would find another one's
 * number is not made, once that is known.
 *
 * check: --exhaustive --refine none --turns erased
 * flags: -DN=3
 * verdict: verified
 * last_round: 6
 * races: none
 * native: sc
 *
 * check: --exhaustive --refine none --turns erased
 * flags: -DN=4
 * verdict: verified
 * last_round: 24
 *
 * check: --exhaustive --refine none --turns erased
 * flags: -DN=7
 * verdict: verified
 * last_round: 5040
 * modes: checkpoint restart
 */
#include "test.h"

static atomic_uint next, serving;
static int counted;

static void *take_and_give(void *unused)
{
	unsigned mine = atomic_fetch_add(&next, 1);

	while (atomic_load(&serving) != mine)
		;
	counted++;
	atomic_store(&serving, mine + 1);
	return unused;
}

int main(void)
{
	pthread_t t[N];

	for (int i = 0; i < N; i++)
		t[i] = start(take_and_give, NULL);
	for (int i = 0; i < N; i++)
		finish(t[i]);
	assert(counted == N);
	return 0;
}
