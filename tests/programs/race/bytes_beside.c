/* SPDX-License-Identifier: MIT */
/* bytes_beside: of bytes that a loop reads one by one, one that lies beside the
 * first is another thread's
 *
 * check: --strategy dfs --max-executions 1
 * verdict: partial
 * races: some
 * holes: budget
 * exit: 4
 */
#include "test.h"

static volatile char byte[4] __attribute__((aligned(4)));

static void *writer(void *unused)
{
	byte[1] = 1;
	return unused;
}

static void *reader(void *unused)
{
	long sum = 0;

	for (int i = 0; i < 4; i++)
		sum += byte[i];
	return sum > 1 ? NULL : unused;
}

int main(void)
{
	pthread_t a = start(writer, NULL), b = start(reader, NULL);

	finish(a);
	finish(b);
	return 0;
}
