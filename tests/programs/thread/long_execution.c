/* long_execution: an execution that takes longer than --hang-after is no hang
 * while decisions are made in it, however seldom: there are 2 x 9,000, some
 * twenty microseconds apart
 *
 * check: --strategy random --max-executions 2 --hang-after 100ms
 * verdict: partial
 * exit: 0
 * executions: 2
 */
#include "test.h"

static atomic_uint sum;

static void *work(void *unused)
{
	for (int i = 0; i < 9000; i++) {
		unsigned x = 1;

		for (int k = 0; k < 20000; k++)
			x = x * 1664525 + 1013904223;
		atomic_fetch_add(&sum, x);
	}
	return unused;
}

int main(void)
{
	pthread_t t = start(work, NULL), u = start(work, NULL);

	finish(t);
	finish(u);
	return 0;
}
