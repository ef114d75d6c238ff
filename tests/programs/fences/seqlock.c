/* SPDX-License-Identifier: MIT */
/* seqlock: a number that is odd while two words are written
 *
 * Stores leave a buffer in order and loads are made in order, so by tso a
 * reader that finds one even number before and after has read two words of one
 * time, without a fence.  (Orders that are weaker do need some.)
 *
 * PUBLISH  the writer looks, once it has made the number odd, whether a reader
 *          has announced itself, and leaves the words alone then; the reader
 *          announces itself, and reads without a second look if it finds the
 *          number even.  That is store buffering, and needs a fence on each
 * side
 *
 * native: prints anything
 * native: exits -6
 *
 * check: --exhaustive
 * verdict: verified
 *
 * check: --exhaustive --model tso
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DPUBLISH
 * verdict: verified
 *
 * check: --exhaustive --model tso
 * flags: -DPUBLISH
 * verdict: bug assertion
 *
 * check: --exhaustive --model tso --fence seqlock.c:47
 * and: --fence seqlock.c:59
 * flags: -DPUBLISH
 * verdict: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STORE(p, v) atomic_store_explicit(p, v, memory_order_relaxed)
#define LOAD(p) atomic_load_explicit(p, memory_order_relaxed)

static atomic_int number, left, right, reading;

static void *writer(void *unused)
{
	STORE(&number, 1); /* ODD */
	if (LOAD(&reading))
		return unused;
	STORE(&left, 1);
	STORE(&right, 1); /* RIGHT */
	STORE(&number, 2);
	return unused;
}

#ifdef PUBLISH
static void *reader(void *unused)
{
	STORE(&reading, 1); /* READS */
	if (LOAD(&number) % 2 == 0) {
		int l = LOAD(&left), r = LOAD(&right);

		assert(l == r);
	}
	return unused;
}
#else
static void *reader(void *unused)
{
	int before = LOAD(&number), l = LOAD(&left), r = LOAD(&right);

	if (before % 2 == 0 && LOAD(&number) == before)
		assert(l == r);
	return unused;
}
#endif

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, writer, NULL);
	pthread_create(&two, NULL, reader, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
}
