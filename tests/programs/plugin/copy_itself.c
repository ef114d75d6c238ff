/* SPDX-License-Identifier: MIT */
/* copy_itself: an assignment of a structure to itself reads it and stores it
 *
 * By hand: the other thread's store comes before the read or after the store,
 * 1; or between, and is overwritten by what was read before, 0.
 *
 * races: some
 * states: 0 1
 * native: prints 0 1
 *
 * check: --exhaustive
 * flags: -DSIZE=8
 * verdict: verified
 *
 * check: --exhaustive
 * verdict: partial
 * holes: may_tear
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -O0
 * verdict: partial
 * holes: may_tear
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: --keep-O -O2
 * verdict: partial
 * holes: may_tear
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DSIZE=24 --keep-O -O2
 * verdict: partial
 * holes: may_tear
 */
#include "test.h"

#ifndef SIZE
#define SIZE 16
#endif

struct text {
	long at[SIZE / 8];
};

static struct text shared;

__attribute__((noinline, noipa)) void assign(
	struct text *to, const struct text *from)
{
	*to = *from;
}

static void *store(void *arg)
{
	*(volatile long *)&shared.at[0] = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, store, NULL);
	assign(&shared, &shared);
	pthread_join(t, NULL);
	printf("%ld\n", shared.at[0]);
	return 0;
}
