/* SPDX-License-Identifier: MIT */
/* late: of many calls not only the first few fail where schedules are sampled
 *
 * The bug needs the last of twenty calls to fail.  Were each drawn to fail with
 * a probability of 1/2, one execution of a million would find it.  As it is an
 * execution lets 1 in 2, 4, ... 64 fail, which finds it in one of about 105
 * (the mean of p (1-p)^19 for these p), so that 1,000 executions do not with a
 * probability of 1 in 13,000.
 *
 * check: --exhaustive --fail malloc
 * flags: -DBAD=21
 * verdict: verified
 * executions: 21
 *
 * check: --strategy random --max-executions 1000 --fail malloc
 * flags: -DBAD=20
 * verdict: bug crash
 *
 * check: --strategy pct --max-executions 1000 --fail malloc
 * flags: -DBAD=20
 * verdict: bug crash
 */
#include "test.h"

int main(void)
{
	for (int i = 1; i <= 20; i++) {
		int *p = malloc(sizeof *p);

		if (p || i == BAD)
			*p = i; /* BUG */
		free(p);
	}
	return 0;
}
