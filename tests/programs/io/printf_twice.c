/* SPDX-License-Identifier: MIT */
/* printf_twice: lines of two threads come in either order, whole, and each
 * execution starts with nothing printed
 *
 * check: --exhaustive
 * verdict: verified
 * states: one\ntwo two\none
 * native: sc
 */
#include "test.h"

static void *print(void *word)
{
	printf("%s\n", (char *)word);
	return NULL;
}

int main(void)
{
	pthread_t a = start(print, "one"), b = start(print, "two");

	finish(a);
	finish(b);
	return 0;
}
