/* SPDX-License-Identifier: MIT */
/* ticket_lock: N threads come once each; the order of the tickets is all that
 * there is
 *
 * tests/oracle/erased.py has the numbers: N! traces, and one execution in vain
 * for each turn in which a thread would have looked at another one's number.
 *
 * check: --exhaustive --refine none --turns erased
 * flags: -DN=3
 * verdict: verified
 * last_round: 6
 * blocked: 24
 * races: none
 * native: sc
 *
 * check: --exhaustive --refine none --turns erased
 * flags: -DN=4
 * verdict: verified
 * last_round: 24
 * blocked: 312
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
