/* SPDX-License-Identifier: MIT */
/* longjmp_beside: longjmp reads where it goes, which another thread stores once
 * more
 *
 * check: --exhaustive
 * verdict: verified
 * holes: may_tear
 * races: some
 */
#include "test.h"

#include <setjmp.h>

static jmp_buf place;

static void *stores(void *arg)
{
	volatile char *first = (volatile char *)&place;

	*first = *first;
	return arg;
}

int main(void)
{
	static pthread_t t;

	if (setjmp(place) == 0) {
		t = start(stores, NULL);
		longjmp(place, 1);
	}
	finish(t);
	return 0;
}
