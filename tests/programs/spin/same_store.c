/* SPDX-License-Identifier: MIT */
/* same_store: turns that store what is there, and look: who looks back whether
 * such a loop is where it was reads nothing that orders it
 *
 * T1 stores p before the first load of T2, the second, the third, or after all.
 *
 * check: --exhaustive --turns all --audit --audit-executions 500
 * verdict: verified
 * last_round: 4
 * modes: checkpoint restart
 *
 * (A compiler that makes the first turn apart has the others made in haste.)
 * check: --exhaustive --audit --audit-executions 500
 * verdict: verified
 * compilers: gcc
 * last_round: 4
 * modes: checkpoint restart
 */
#include "test.h"

static atomic_int c, p;

static void *stores(void *unused)
{
	atomic_store(&p, 1);
	return unused;
}

static void *looks(void *unused)
{
	for (int i = 0; i < 3; i++) {
		atomic_store(&c, 1);
		atomic_load(&p);
	}
	return unused;
}

int main(void)
{
	pthread_t t = start(stores, NULL), u = start(looks, NULL);

	finish(t);
	finish(u);
	return 0;
}
