/* SPDX-License-Identifier: MIT */
/* trust_sides: one trusted side is enough for a race not to count, whichever
 * comes first, be it an atomic or a copy by the C library
 *
 * One thread does each of these in a trusted function, the other one reads what
 * is changed there without one.  The reader makes no operation besides.
 *
 * check: --strategy dfs --trust change
 * verdict: partial
 * holes: trusted
 * exit: 0
 * last_round: 1
 * races: none
 * check: --strategy dfs --trust look
 * verdict: partial
 * holes: trusted
 * exit: 0
 * last_round: 1
 * races: none
 * check: --strategy dfs
 * verdict: verified
 * holes: may_tear
 * races: some
 */
#include "test.h"

static _Atomic int flag;
static int *plainly = (int *)&flag;
static char text[8];
static int number;

static __attribute__((noinline)) void store(int *to, int n)
{
	*to = n;
}

static __attribute__((noinline)) void *change(void *unused)
{
	memcpy(text, "changed", sizeof text);
	store(&number, 7);
	atomic_store(&flag, 1);
	return NULL;
}

static __attribute__((noinline)) int of(const int *p)
{
	return *p;
}

static __attribute__((noinline)) void *look(void *unused)
{
	char copy[8];

	memcpy(copy, text, sizeof copy);
	return (void *)(long)(of(plainly) + of(&number) + copy[0]);
}

int main(void)
{
	pthread_t t = start(change, NULL), u = start(look, NULL);

	finish(t);
	finish(u);
	return 0;
}
