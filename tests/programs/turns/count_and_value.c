/* SPDX-License-Identifier: MIT */
/* count_and_value: when a loop gives up depends on the count and on what it has
 * read together, so that no count can stand for another
 *
 * Four looks; the third one ends the loop if x is set.  It is set before that,
 * or between the third and the fourth, or after these.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0,0 0,1 1,1
 * native: sc
 *
 * check: --exhaustive
 * flags: -DENDS=(v&&i==2)
 * verdict: verified
 * states: 0,0 0,1 1,1
 *
 * check: --exhaustive
 * flags: -O0 -DENDS=(v&&i==2)
 * verdict: verified
 * states: 0,0 0,1 1,1
 *
 * The first two looks, not the others:
 *
 * check: --exhaustive
 * flags: -DENDS=((i<2)&(v!=0))
 * verdict: verified
 * states: 0,0 0,1 1,1
 *
 * Never given up: others must be let come between its looks.
 *
 * With five decisions besides there are up to 495 looks, and the store comes
 * before one of them.
 *
 * check: --exhaustive --max-steps 500
 * flags: -DENDS=((i>=2)&(v!=0)) -DMORE=1
 * verdict: partial
 * holes: step_limit
 * exit: 0
 * executions: 495
 */
#include "test.h"

#ifndef ENDS
#define ENDS ((i == 2) & (v != 0))
#endif

#ifndef MORE
#define MORE (i < 4)
#endif

static atomic_int x;

static void *set(void *unused)
{
	atomic_store(&x, 1);
	return unused;
}

int main(void)
{
	pthread_t t = start(set, NULL);
	int v = 0, ended = 0;

	for (int i = 0; MORE; i++) {
		v = atomic_load(&x);
		if (ENDS) {
			ended = 1;
			break;
		}
	}
	finish(t);
	printf("%d,%d\n", ended, v);
	return 0;
}
