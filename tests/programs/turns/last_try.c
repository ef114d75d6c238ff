/* SPDX-License-Identifier: MIT */
/* last_try: in loops that give up, a turn that has an effect, or that others
 * came between, may be the last one
 *
 * T1 takes what is in `box`, three times, until there is a 2 (there never is):
 * what it took last can be the 1 that T2 has put there.  With --turns erased
 * too, all of them are found.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: last=0 last=1
 * native: sc
 *
 * check: --exhaustive
 * verdict: verified
 * states: last=0 last=1
 * says: a loop that may be waiting counts its rounds
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: verified
 * states: last=0 last=1
 *
 * T1 looks at two places, three times, and what it saw last stays: 0 and 1 if
 * T2 came between.
 *
 * check: --exhaustive --reduce none
 * flags: -DBETWEEN
 * verdict: verified
 * states: last=0 last=1 last=10 last=11
 *
 * check: --exhaustive
 * flags: -DBETWEEN -O0
 * verdict: verified
 * states: last=0 last=1 last=10 last=11
 *
 * So many values are carried round that they are on the stack where the loop
 * tells them, but not where it tells that it is left: behind it T1 takes steps
 * again.
 *
 * check: --exhaustive --reduce none
 * flags: -DVALUES
 * verdict: verified
 * states: last=0 last=1 last=10 last=11
 *
 * check: --exhaustive
 * flags: -DVALUES -O0
 * verdict: verified
 * states: last=0 last=1 last=10 last=11
 *
 * How often it tried is asked for behind the loop.
 *
 * check: --exhaustive --reduce none
 * flags: -DLATE
 * verdict: verified
 * states: last=0 last=1
 *
 * check: --exhaustive
 * flags: -DLATE -O0
 * verdict: verified
 * states: last=0 last=1
 *
 * check: --exhaustive
 * flags: -DLATE
 * verdict: verified
 * states: last=0 last=1
 */
#include "test.h"

static atomic_int box, other;
static int last;

static void *takes(void *unused)
{
#ifdef BETWEEN
	int a, b, i = 0;

	do {
		a = atomic_load(&box);
		b = atomic_load(&other);
		if (a == 2)
			break;
	} while (++i < 3);
	last = 10 * a + b;
#elif defined(LATE)
	int i;

	for (i = 0; i < 3; i++)
		if (atomic_load(&box))
			break;
	last = i == 2;
#elif defined(VALUES)
	int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;

	for (int i = 0; i < 2; i++) {
		if (atomic_load(&other) == 2)
			break;
		if (atomic_load(&other) == 3) {
			int first = a;

			a = b, b = c, c = d, d = e, e = f, f = first;
		}
	}
	last = 10 * (atomic_load(&box) > 0);
	last += (atomic_load(&box) & 1) + 0 * (a + b + c + d + e + f);
#else
	int a = 0;

	for (int i = 0; i < 3; i++)
		if ((a = atomic_exchange(&box, 0)) == 2)
			break;
	last = a;
#endif
	return unused;
}

static void *puts_one(void *unused)
{
#ifdef BETWEEN
	atomic_store(&box, 1);
	atomic_store(&other, 1);
	atomic_store(&other, 0);
#elif defined(VALUES)
	atomic_store(&box, 1);
	atomic_store(&box, 2);
#else
	atomic_store(&box, 1);
#endif
	return unused;
}

int main(void)
{
	pthread_t t[2];

	t[0] = start(takes, 0);
	t[1] = start(puts_one, 0);
	finish(t[0]);
	finish(t[1]);
	printf("last=%d\n", last);
	return 0;
}
