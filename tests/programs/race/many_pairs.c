/* SPDX-License-Identifier: MIT */
/* many_pairs: pairs of racing instructions that have no room in the table
 *
 * Eight threads, 256 increments each, every one an instruction of its own:
 * hundreds of thousands of pairs, where the table holds 1,024.  A pair that is
 * not in it costs no more than one that is.
 *
 * check: --strategy random --max-executions 100
 * verdict: partial
 * holes: sampled races_lost
 * races: some
 * modes: checkpoint restart
 * exit: 0
 * time: 10
 */
#include "test.h"

static volatile int c;

#define FOUR(x) x x x x
#define ALL(x) FOUR(FOUR(FOUR(FOUR(x))))

static void *increment(void *unused)
{
	ALL(c = c + 1;)
	return NULL;
}

int main(void)
{
	pthread_t t[8];

	for (int i = 0; i < 8; i++)
		t[i] = start(increment, NULL);
	for (int i = 0; i < 8; i++)
		finish(t[i]);
	return 0;
}
