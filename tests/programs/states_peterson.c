/* SPDX-License-Identifier: MIT */
/* states_peterson.c - prints the final state of peterson.c, one line */
#include <stdatomic.h>
#include <stdio.h>

extern atomic_int f0, f1, turn;
extern int c;

__attribute__((destructor)) static void print_state(void)
{
	printf("f0=%d,f1=%d,turn=%d,c=%d\n", f0, f1, turn, c);
}
