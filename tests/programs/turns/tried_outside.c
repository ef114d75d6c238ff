/* SPDX-License-Identifier: MIT */
/* tried_outside: to try a turn means to make nothing that does not go back,
 * behind the loop neither, where the first option is taken by a function of the
 * C library
 *
 * check: --exhaustive --turns erased
 * verdict: verified
 * modes: fork
 * states: a
 */
#include "test.h"
#include <unistd.h>

static atomic_int x = 1;

int main(void)
{
	char word[][4] = {"x", "-a", "-b"};
	char *words[] = {word[0], word[1], word[2], NULL};
	int v;

	do
		v = atomic_load(&x);
	while (!v);
	printf("%c\n", getopt(3, words, "ab"));
	return 0;
}
