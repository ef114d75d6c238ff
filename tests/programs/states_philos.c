/* SPDX-License-Identifier: MIT */
/* states_philos.c - prints the final state of philos.c, one line */
#include <stdio.h>

#ifndef N
#define N 4
#endif

extern int meals[N];

__attribute__((destructor)) static void print_state(void)
{
	for (int i = 0; i < N; i++)
		printf("%smeals%d=%d", i ? "," : "", i, meals[i]);
	printf("\n");
}
