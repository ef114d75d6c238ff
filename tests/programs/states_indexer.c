/* SPDX-License-Identifier: MIT */
/* states_indexer.c - prints the final state of indexer.c, one line: the slots
 * that are taken */
#include <stdatomic.h>
#include <stdio.h>

extern atomic_int table[128];

__attribute__((destructor)) static void print_state(void)
{
	const char *between = "";

	for (int i = 0; i < 128; i++)
		if (table[i]) {
			printf("%stable[%d]=%d", between, i, table[i]);
			between = ",";
		}
	printf("\n");
}
