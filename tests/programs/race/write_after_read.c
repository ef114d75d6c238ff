/* SPDX-License-Identifier: MIT */
/* write_after_read: the read is always first, and races with the write even
 * so, as a relaxed flag orders nothing
 *
 * check: --exhaustive
 * verdict: verified
 * states: seen=0
 * pair: read R, write W, one
 */
#include "test.h"

static atomic_int done;
static int x, seen;

static void *reader(void *unused)
{
	seen = x; /* R */
	atomic_store_explicit(&done, 1, memory_order_relaxed);
	return NULL;
}

static void *writer(void *unused)
{
	while (!atomic_load_explicit(&done, memory_order_relaxed))
		;
	x = 1; /* W */
	return NULL;
}

int main(void)
{
	pthread_t t = start(reader, NULL), u = start(writer, NULL);

	finish(t);
	finish(u);
	printf("seen=%d\n", seen);
	return 0;
}
