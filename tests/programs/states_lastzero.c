/* SPDX-License-Identifier: MIT */
/* states_lastzero.c - prints the final state of lastzero.c, one line; what is
 * not 0 */
#include <stdatomic.h>
#include <stdio.h>

#ifndef N
#define N 5
#endif

extern atomic_int arr[N + 1];

__attribute__((destructor)) static void print_state(void)
{
	const char *between = "";

	for (int i = 0; i < N + 1; i++)
		if (arr[i]) {
			printf("%sarr[%d]=%d", between, i, arr[i]);
			between = ",";
		}
	printf("\n");
}
