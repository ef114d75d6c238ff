/* SPDX-License-Identifier: MIT */
/* states_sb.c - prints the final state of sb.c, one line */
#include <stdio.h>

extern int a, b;

__attribute__((destructor)) static void print_state(void)
{
	printf("a=%d,b=%d\n", a, b);
}
