/* SPDX-License-Identifier: MIT */
/* states_mutexinc.c - prints the final state of mutexinc.c, one line */
#include <stdio.h>

extern int c;

__attribute__((destructor)) static void print_state(void)
{
	printf("c=%d\n", c);
}
