/* SPDX-License-Identifier: MIT */
/* stands: time that natively passes between two readings of the clock does not
 * pass here, which is said; one reading decides nothing
 *
 * check: --exhaustive
 * flags: -DREADINGS=2
 * verdict: verified
 * scope: clock_stands
 *
 * check: --exhaustive
 * flags: -DREADINGS=1
 * verdict: verified
 * silent: readings of the clock
 */
#include "test.h"

static time_t seen[2];

static void *reads(void *arg)
{
	for (int i = 0; i < READINGS; i++)
		seen[i] = time(NULL);
	return arg;
}

int main(void)
{
	finish(start(reads, NULL));
	if (READINGS == 2)
		assert(seen[0] == seen[1]);
	return 0;
}
