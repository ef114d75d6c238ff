/* SPDX-License-Identifier: MIT */
/* unlocked: putc_unlocked and its kin by two threads that no lock orders: each
 * call is one step here, and that is said
 *
 * check: --exhaustive
 * flags: -DONE=putchar_unlocked(97) -DOTHER=putchar_unlocked(98)
 * verdict: partial
 * holes: unlocked_streams
 * says: what is lost, doubled or in parts then was not tried (stdout
 * states: ab ba
 * native: prints a b
 *
 * check: --exhaustive
 * flags: -DONE=putchar_unlocked(97) -DOTHER=putchar(98)
 * verdict: partial
 * holes: unlocked_streams
 * states: ab ba
 * native: prints a b
 *
 * check: --exhaustive
 * flags: -DONE=putchar(97) -DOTHER=putchar(98)
 * verdict: verified
 * states: ab ba
 *
 * check: --exhaustive
 * flags: -DONE=LOCKED(putchar_unlocked(97)) -DOTHER=putchar(98)
 * verdict: verified
 * states: ab ba
 *
 * check: --exhaustive
 * flags: -DONE=getchar_unlocked() -DOTHER=getchar()
 * verdict: partial
 * holes: unlocked_streams
 * says: (stdin
 *
 * check: --exhaustive
 * flags: -DONE=putchar_unlocked(97) -DOTHER=(void)0 -DMINE=putchar_unlocked(99)
 * verdict: verified
 * states: ac
 *
 * check: --exhaustive
 * flags: -DONE=putchar_unlocked(97) -DOTHER=fflush_unlocked(stdout)
 * verdict: partial
 * holes: unlocked_streams
 * states: a
 * native: prints anything
 */
#include "test.h"

#define LOCKED(call) flockfile(stdout), call, funlockfile(stdout)
#ifndef MINE
#define MINE (void)0
#endif

static void *one(void *arg)
{
	ONE;
	return arg;
}

static void *other(void *arg)
{
	OTHER;
	return arg;
}

int main(void)
{
	pthread_t a = start(one, NULL), b = start(other, NULL);

	finish(a);
	finish(b);
	MINE; /* after both */
	return 0;
}
