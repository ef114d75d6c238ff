/* SPDX-License-Identifier: MIT */
/* states_mp.c - prints the final state of mp.c, one line */
#include <stdatomic.h>
#include <stdio.h>

extern atomic_int x, f;

__attribute__((destructor)) static void print_state(void)
{
	printf("x=%d,f=%d\n", x, f);
}
