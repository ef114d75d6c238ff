/* SPDX-License-Identifier: MIT */
/* states_lastzero.c - prints the final state of lastzero.c, one line */
#include <stdatomic.h>
#include <stdio.h>

#ifndef N
#define N 5
#endif

extern atomic_int arr[N + 1];

__attribute__((destructor)) static void print_state(void)
{
	for (int i = 0; i < N + 1; i++)
		printf("%sarr%d=%d", i ? "," : "", i, arr[i]);
	printf("\n");
}
