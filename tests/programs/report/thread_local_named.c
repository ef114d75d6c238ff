/* SPDX-License-Identifier: MIT */
/* thread_local_named: thread-local variables have their names in reports
 *
 * Main's copies are used by T1 through pointers, and race.  The second is a
 * member of a structure, behind it the third has an alignment of its own.
 *
 * check:
 * verdict: bug assertion
 * races: some
 * says: on errno_like (thread-local of T0, 4 bytes)
 * says: write context.depth = 7
 * says: context.depth  thread-local of T0, 4 bytes
 * says: on wide.word (thread-local of T0, 8 bytes)
 */
#include "test.h"

static __thread int errno_like;
static __thread struct {
	char name[12];
	int depth;
} context;
static __thread struct {
	_Alignas(32) long word;
} wide;

struct mains {
	int *number, *depth;
	long *word;
};

static void *set(void *arg)
{
	struct mains *theirs = arg;

	*theirs->word = 3;
	*theirs->number = 5;
	*theirs->depth = 7;
	return NULL;
}

int main(void)
{
	struct mains mine = {&errno_like, &context.depth, &wide.word};
	pthread_t t = start(set, &mine);

	wide.word = 1;
	errno_like = 1;
	context.depth = 1;
	finish(t);
	assert(errno_like + context.depth + wide.word != 13); /* 1+1+1 to 15 */
	return 0;
}
