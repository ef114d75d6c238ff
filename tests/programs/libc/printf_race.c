/* SPDX-License-Identifier: MIT */
/* printf_race: printf reads its strings; whoever stores there meanwhile races
 *
 * check: --exhaustive
 * verdict: verified
 * states: old new
 * races: some
 */
#include "test.h"

static _Alignas(8) char text[8] = "old";

static void *store(void *unused)
{
	memcpy(text, "new", 4);
	return NULL;
}

int main(void)
{
	pthread_t t = start(store, NULL);

	printf("%s\n", text);
	finish(t);
	return 0;
}
