/* SPDX-License-Identifier: MIT */
/* much_to_compare: what a reduction compares after an execution of five hundred
 * threads takes longer than --hang-after, and is no hang of theirs
 *
 * They meet at a barrier, so nothing but the join of each follows: one trace.
 *
 * check: --exhaustive --hang-after 200ms
 * modes: checkpoint
 * compilers: gcc
 * verdict: verified
 * says: no bug in the only trace
 */
#include "test.h"

enum {
	N = 500
};

static pthread_barrier_t b;

static void *meet(void *value)
{
	pthread_barrier_wait(&b);
	return value;
}

int main(void)
{
	static pthread_t t[N];

	pthread_barrier_init(&b, NULL, N);
	for (int i = 0; i < N; i++)
		t[i] = start(meet, NULL);
	for (int i = 0; i < N; i++)
		finish(t[i]);
	return 0;
}
