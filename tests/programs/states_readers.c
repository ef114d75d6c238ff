/* SPDX-License-Identifier: MIT */
/* states_readers.c - prints the final state of readers.c, one line */
#include <stdatomic.h>
#include <stdio.h>

extern atomic_int x;

__attribute__((destructor)) static void print_state(void)
{
	printf("x=%d\n", x);
}
