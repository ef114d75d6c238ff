/* SPDX-License-Identifier: MIT */
/* unknown: calls a library function that scarp has never heard of */
#include <stdlib.h>
#include <unistd.h>
#include <wordexp.h>

int main(void)
{
	wordexp_t w;

	if (wordexp("one two", &w, WRDE_NOCMD) != 0 || w.we_wordc != 2)
		return 1;
	wordfree(&w);
	return 0;
}
