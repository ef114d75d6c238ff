/* SPDX-License-Identifier: MIT */
/* hundred_thousand: as many threads one after another as there may be
 *
 * compilers: gcc
 *
 * check: --strategy random --max-executions 2 --max-steps 1000000
 * verdict: partial
 * exit: 0
 * executions: 2
 * states: sum=100000
 * native: 1
 * time: 300
 */
#include "test.h"

static void *one(void *unused)
{
	return (void *)1;
}

int main(void)
{
	intptr_t sum = 0;

	for (int i = 0; i < 100000; i++)
		sum += (intptr_t)finish(start(one, NULL));
	printf("sum=%d\n", (int)sum);
	return 0;
}
