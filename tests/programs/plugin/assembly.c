/* SPDX-License-Identifier: MIT */
/* assembly: operands of inline assembly that are memory
 *
 * in, out: main's plain access races with it, 0 or 5.  both: each adds 1 in
 * one instruction, which scarp takes for one access: 2, and put back.  reg:
 * read, then stored from a register: 1 or 2.
 *
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: in
 * states: 0 5
 * native: sc
 *
 * check: --exhaustive
 * args: out
 * states: 0 5
 *
 * check: --exhaustive
 * args: both
 * states: 2
 *
 * check: --exhaustive
 * args: reg
 * states: 1 2
 *
 * check: --exhaustive
 * args: reg
 * flags: -O0
 * states: 1 2
 */
#include "test.h"

static long x;

static void *reads(void *unused)
{
	long seen;

	__asm__("movq %1, %0" : "=r"(seen) : "m"(x));
	return (void *)seen;
}

static void *writes(void *unused)
{
	__asm__ volatile("movq $5, %0" : "=m"(x));
	return NULL;
}

static void *adds(void *unused)
{
	__asm__ volatile("lock incq %0" : "+m"(x) : : "cc");
	return NULL;
}

static void *stores(void *unused)
{
	__asm__ volatile("incq %0" : "=r"(x) : "0"(x) : "cc");
	return NULL;
}

int main(int argc, char **argv)
{
	const char *how = argv[argc - 1];
	pthread_t a, b;
	long seen;

	if (strcmp(how, "in") == 0) {
		a = start(reads, NULL);
		x = 5;
		printf("%ld\n", (long)finish(a));
	} else if (strcmp(how, "out") == 0) {
		a = start(writes, NULL);
		seen = x;
		finish(a);
		printf("%ld\n", seen);
	} else {
		void *(*body)(void *) = strcmp(how, "both") ? stores : adds;

		a = start(body, NULL);
		b = start(body, NULL);
		finish(a);
		finish(b);
		printf("%ld\n", x);
	}
	return 0;
}
