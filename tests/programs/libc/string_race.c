/* SPDX-License-Identifier: MIT */
/* string_race: the length of a string that another thread stores
 *
 * Six letters fit one aligned word, which is stored and read as one.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0 6
 * races: some
 */
#include "test.h"

static _Alignas(8) char text[8];

static void *store(void *unused)
{
	strcpy(text, "abcdef");
	return NULL;
}

int main(void)
{
	pthread_t t = start(store, NULL);
	size_t n = strlen(text);

	finish(t);
	printf("%zu\n", n);
	return 0;
}
