/* SPDX-License-Identifier: MIT */
/* printf_race: printf reads its strings; whoever stores there meanwhile races
 *
 * check: --exhaustive
 * verdict: partial
 * holes: may_tear
 * states: old new
 * races: some
 */
#include "test.h"

/* Within 8 aligned bytes, so that the copy is not made in parts, though
 * printf may go through them one by one. */
static _Alignas(8) char text[8] = "old";
static _Alignas(8) const char fresh[8] = "new";

static void *store(void *unused)
{
	memcpy(text, fresh, 4);
	return NULL;
}

int main(void)
{
	pthread_t t = start(store, NULL);

	printf("%s\n", text);
	finish(t);
	return 0;
}
