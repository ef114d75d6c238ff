/* SPDX-License-Identifier: MIT
 *
 * What the kernel makes up is read in processes of their own, into memory that
 * another thread looks at.  (The same in each process: states are compared.)
 *
 * check: --exhaustive
 * verdict: partial
 * holes: file_writes
 * modes: fork
 * races: some
 */
#include "test.h"

static char byte;
static int number;

static void *reads(void *unused)
{
	assert(read(number, &byte, 1) == 1);
	return unused;
}

int main(void)
{
	FILE *f = fopen("/proc/self/status", "r");
	pthread_t t;

	assert(f);
	number = fileno(f);
	t = start(reads, NULL);
	printf("%d\n", byte);
	finish(t);
	return 0;
}
