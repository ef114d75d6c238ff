/* SPDX-License-Identifier: MIT */
/* registered_late: a thread registers an exit handler while main's run: before
 * the first of them, between two, or too late
 *
 * By hand: exit, the handlers 2 and 1, and 3 of the thread, which is taken next
 * whenever it comes before the list is empty.  glibc refuses it then.
 * Destructors are the last of the list: what comes while they run is taken
 * behind them.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: 321. 231. 213. 21.3 21.
 * native: sc
 *
 * check: --exhaustive
 * verdict: verified
 * states: 321. 231. 213. 21.3 21.
 */
#include "test.h"

static void put(const char *s)
{
	fputs(s, stdout);
}

static void one(void)
{
	put("1");
}

static void two(void)
{
	put("2");
}

static void three(void)
{
	put("3");
}

static void *registers(void *unused)
{
	atexit(three);
	return NULL;
}

static void last(void)
{
	put(".");
}
__attribute__((destructor)) static void end(void)
{
	last();
}

int main(void)
{
	pthread_t t;

	atexit(one);
	atexit(two);
	t = start(registers, NULL);
	pthread_detach(t);
	return 0;
}
