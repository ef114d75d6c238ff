/* SPDX-License-Identifier: MIT */
/* retry: a loop that goes round with what a compare and exchange has found, as
 * if it had read that at its beginning
 *
 * Two threads that each make x three times what it was, and one more.  Turns
 * that fail are none: who comes first is all there is, and what the failing one
 * found is in vain, once for each thread.
 *
 * check: --exhaustive --refine none --turns erased
 * verdict: verified
 * last_round: 2
 * blocked: 2
 * states: 4
 * races: none
 * native: sc
 *
 * A place behind a pointer that does not change is one place.
 *
 * check: --exhaustive --refine none --turns erased
 * flags: -DX=(&s->x)
 * compilers: gcc
 * verdict: verified
 * last_round: 2
 * blocked: 2
 * states: 4
 *
 * Turns that fail have places of their own here: both look, then the first, or
 * the second, goes on.
 *
 * check: --exhaustive --refine none --turns all
 * verdict: verified
 * last_round: 4
 * blocked: 0
 * states: 4
 */
#include "test.h"

#ifndef X
#define X &x
#endif

static atomic_int x;
static struct {
	int other;
	atomic_int x;
} place;

static __attribute__((noinline)) void step(__typeof__(place) *s)
{
	int old = atomic_load(X);

	(void)s;
	while (!atomic_compare_exchange_strong(X, &old, 3 * old + 1))
		;
}

static void *run(void *unused)
{
	step(&place);
	return unused;
}

int main(void)
{
	pthread_t t = start(run, NULL), u = start(run, NULL);

	finish(t);
	finish(u);
	printf("%d\n", atomic_load(&x) + atomic_load(&place.x));
	return 0;
}
