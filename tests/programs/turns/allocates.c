/* SPDX-License-Identifier: MIT */
/* allocates: turns in which memory is allocated, and freed again
 *
 * Each thread counts x up by a compare and exchange of what it has looked at,
 * with a node in between.  Turns that fail are none: who comes first is all
 * there is (tests/oracle/erased.py, look).
 *
 * check: --exhaustive --refine none --turns erased
 * flags: -DN=3
 * verdict: verified
 * last_round: 6
 * blocked: 21
 * states: 3
 * native: sc
 *
 * With all turns: both look, then the first, or the second, goes on.
 *
 * check: --exhaustive --refine none --turns all
 * verdict: verified
 * last_round: 4
 * blocked: 0
 * states: 2
 *
 * A node that is kept is an effect: both look, then the first, or the second.
 *
 * check: --exhaustive --refine none --turns erased
 * flags: -DKEEPS
 * verdict: verified
 * last_round: 4
 * blocked: 0
 * states: 2
 *
 * So is to free what was there before: who does it twice is wrong.
 *
 * check: --turns erased
 * flags: -DFREES_OTHER
 * verdict: bug double_free
 */
#include "test.h"

#ifndef N
#define N 2
#endif

static atomic_int x;

static __attribute__((noinline)) int *make(int value)
{
	int *node = malloc(sizeof *node);

	*node = value;
	return node;
}

static __attribute__((noinline)) void drop(int *node)
{
	free(node);
}

#ifdef FREES_OTHER
static void *look(void *node)
{
	int v;

	do {
		v = atomic_load(&x);
		if (v == 1)
			drop(node);
	} while (v != 2);
	return NULL;
}

int main(void)
{
	pthread_t t = start(look, make(0));

	atomic_store(&x, 1);
	atomic_store(&x, 2);
	finish(t);
	return 0;
}
#else
static void *count(void *unused)
{
	for (;;) {
		int old = atomic_load(&x);
		int *node = make(old + 1);
		bool done = atomic_compare_exchange_strong(&x, &old, *node);

#ifdef KEEPS
		if (done)
#endif
			drop(node);
		if (done)
			return unused;
	}
}

int main(void)
{
	pthread_t t[N];

	for (int i = 0; i < N; i++)
		t[i] = start(count, NULL);
	for (int i = 0; i < N; i++)
		finish(t[i]);
	printf("%d\n", atomic_load(&x));
	return 0;
}
#endif
