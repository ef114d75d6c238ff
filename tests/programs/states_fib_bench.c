/* SPDX-License-Identifier: MIT */
/* states_fib_bench.c - prints the final state of fib_bench.c, one line */
#include <stdatomic.h>
#include <stdio.h>

extern atomic_int x, y;

__attribute__((destructor)) static void print_state(void)
{
	printf("x=%d,y=%d\n", x, y);
}
