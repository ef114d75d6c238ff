/* SPDX-License-Identifier: MIT */
/* string_race: the length of a string that another thread stores
 *
 * Six letters fit one aligned word, which is stored and read as one.  Natively
 * either may be made in pieces, with other lengths: the hole says so.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: may_tear
 * states: 0 6
 * races: some
 * native: prints anything
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
