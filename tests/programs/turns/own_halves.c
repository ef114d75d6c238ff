/* SPDX-License-Identifier: MIT */
/* own_halves: one half of a word on the thread's own stack is seen, and then
 * the thread writes to the other one, and to all of it
 *
 * T puts back what it wrote; U may have read its 5 in the middle of that turn,
 * which is an effect then. (0 and 5 were found by hand.)
 *
 * check: --exhaustive --turns erased
 * verdict: verified
 * states: 0 5
 * native: sc
 */
#include "test.h"

union word {
	_Atomic int64_t whole;
	atomic_int half[2];
};

static atomic_int go, other;
static int found;

static void *look(void *word)
{
	union word *w = word;

	found = atomic_load(&w->half[1]);
	atomic_store(&go, 1);
	return NULL;
}

int main(void)
{
	union word w;
	pthread_t t;
	int gone;

	atomic_init(&w.whole, 0);
	t = start(look, &w);
	do {
		gone = atomic_load(&go);
		atomic_store(&w.whole, INT64_C(5) << 32);
		atomic_store(&w.half[0], 7);
		(void)atomic_load(&other);
		atomic_store(&w.whole, 0);
	} while (!gone);
	finish(t);
	printf("%d\n", found);
	return 0;
}
