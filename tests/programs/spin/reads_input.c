/* SPDX-License-Identifier: MIT */
/* reads_input: a loop that reads gets on, even if it always reads the same
 *
 * check: --exhaustive --stdin {dir}/reads_input.txt
 * verdict: verified
 * states: b
 */
#include "test.h"

static void *nothing(void *unused)
{
	return NULL;
}

int main(void)
{
	pthread_t t = start(nothing, NULL);
	int c;

	while ((c = getchar()) == 'a')
		;
	finish(t);
	puts(c == 'b' ? "b" : "other");
	return 0;
}
