/* SPDX-License-Identifier: MIT */
/* rare_end: that no execution has come to its end yet is no error while one
 * may, and no success either
 *
 * One of 310 alternatives ends, the last but one that a search comes to.
 *
 * check: --exhaustive --reduce optimal
 * modes: checkpoint
 * compilers: gcc
 * verdict: partial
 * holes: step_limit
 * exit: 4
 * executions: 1
 * time: 100
 * native: hangs counts for ever
 *
 * check: --exhaustive --reduce optimal --max-executions 20 --max-steps 100
 * verdict: error
 * says: so far none of 20 executions came to its end: each was cut
 * silent: partial
 * exit: 5
 * executions: 0
 *
 * Chance has not come to each of them by then; nor is this what was asked for.
 *
 * check: --strategy random --max-executions 100 --max-steps 100 --seed 1
 * flags: -DNONE
 * verdict: error
 * says: so far none of 100 executions came to its end: each was cut
 * native: hangs counts for ever
 * silent: partial
 * exit: 5
 * executions: 0
 *
 * check: --strategy random --max-executions 9 --max-steps 99 --require no-bug
 * flags: -DNONE
 * verdict: error
 * exit: 5
 * executions: 0
 *
 * Three times as many as there are alternatives: it is likely that none ends.
 *
 * check: --strategy random --max-executions 930 --max-steps 100
 * modes: checkpoint
 * flags: -DNONE
 * verdict: error
 * says: none of 930 executions came to its end
 * exit: 5
 * executions: 0
 */
#include "test.h"

#include <scarp/scarp.h>

#ifdef NONE
#define LAST 310
#else
#define LAST 308
#endif

static atomic_int x;

int main(void)
{
	if (scarp_choose(310) == LAST)
		return 0;
	for (;;)
		atomic_fetch_add(&x, 1);
}
