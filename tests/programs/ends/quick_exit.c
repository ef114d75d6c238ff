/* SPDX-License-Identifier: MIT */
/* quick_exit: its own handlers, last first, and those of atexit not
 *
 * check: --exhaustive
 * verdict: verified
 * states: 21
 * native: sc
 */
#include "test.h"

static void put(const char *s)
{
	if (write(1, s, strlen(s)) < 0)
		abort();
}

static void one(void)
{
	put("1\n");
}

static void two(void)
{
	put("2");
}

static void wrong(void)
{
	put("wrong");
}

int main(void)
{
	atexit(wrong);
	at_quick_exit(one);
	at_quick_exit(two);
	quick_exit(0);
}
