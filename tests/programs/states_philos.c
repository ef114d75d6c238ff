/* SPDX-License-Identifier: MIT */
/* states_philos.c - prints the final state of philos.c, one line; what is not 0
 */
#include <stdio.h>

#ifndef N
#define N 4
#endif

extern int meals[N];

__attribute__((destructor)) static void print_state(void)
{
	const char *between = "";

	for (int i = 0; i < N; i++)
		if (meals[i]) {
			printf("%smeals[%d]=%d", between, i, meals[i]);
			between = ",";
		}
	printf("\n");
}
