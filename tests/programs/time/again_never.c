/* SPDX-License-Identifier: MIT */
/* again_never: a loop that looks at the clock, and waits for what never comes:
 * each execution is cut, which is said, and no bug that nobody can prove
 *
 * verdict: error
 * says: none of 50 executions came to its end
 * says: at the limit of decisions
 * says: read clock (again_never.c:
 * says: it reads the clock
 * says: is cut here
 * silent: partial
 * exit: 5
 * executions: 0
 * native: hangs waits for ever
 *
 * check: --strategy random --max-executions 50 --max-steps 1000
 */
#include "test.h"

static atomic_int flag;

int main(void)
{
	struct timespec t;
	volatile unsigned turns = 0;

	while (!atomic_load(&flag)) {
		clock_gettime(CLOCK_MONOTONIC, &t);
		turns++;
	}
	return 0;
}
