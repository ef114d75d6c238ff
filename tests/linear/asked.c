/* SPDX-License-Identifier: MIT */
/* asked.c - says what the variable TABLE has, and nothing else */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	const char *table = getenv("TABLE");

	printf("%s", table ? table : "");
	return 0;
}
