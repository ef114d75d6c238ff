/* SPDX-License-Identifier: MIT */
/* ended: a local of a thread that has been joined, and of one that ends while
 * it is used
 *
 * check: --exhaustive
 * verdict: bug use_after_return
 *
 * check: --exhaustive
 * flags: -DRACE
 * verdict: bug use_after_return
 */
#include "test.h"

static _Atomic(int *) where;

static void *work(void *unused)
{
	int local = 0;

	where = &local;
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	int *p;

#ifndef RACE
	finish(t);
#endif
	p = where;
	if (p)
		*p = 1; /* BUG */
#ifdef RACE
	finish(t);
#endif
	return 0;
}
