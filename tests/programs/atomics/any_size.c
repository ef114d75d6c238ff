/* SPDX-License-Identifier: MIT */
/* any_size: _Atomic structures of 3 and 24 bytes, which compilers leave to
 * libatomic's functions: atomic in one piece, ordered, and without libatomic
 *
 * A writer stores 1,1,1 and a reader loads: all members or none.  Both count by
 * compare-and-exchange, so that no update is lost.  Orders are not counted: a
 * lost exchange is tried again.
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 * states: n=2,0 n=2,1
 *
 * check: --exhaustive
 * flags: -latomic
 * verdict: verified
 * races: none
 * states: n=2,0 n=2,1
 * native: sc
 */
#include "test.h"

struct three {
	char c[3];
};
struct large {
	long a, b, n;
};

static _Atomic struct three three;
static _Atomic struct large large;

static void count(void)
{
	struct large was = atomic_load(&large), next;

	do {
		next = was;
		next.n++;
	} while (!atomic_compare_exchange_strong(&large, &was, next));
}

static void *writer(void *unused)
{
	struct three all = {{1, 1, 1}};

	count();
	atomic_store(&three, all);
	return NULL;
}

static void *reader(void *unused)
{
	struct three got;

	count();
	got = atomic_load(&three);
	assert(got.c[0] == got.c[1] && got.c[1] == got.c[2]);
	return (void *)(intptr_t)got.c[0];
}

static void values(void)
{
	struct large x = {1, 2, 3}, old;

	atomic_store_explicit(&large, x, memory_order_release);
	x.n = 4;
	old = atomic_exchange(&large, x);
	assert(old.n == 3 && old.a == 1);
	assert(!atomic_compare_exchange_strong(&large, &old, x));
	assert(old.n == 4);
	x.n = 0;
	assert(atomic_compare_exchange_strong(&large, &old, x));
}

int main(void)
{
	pthread_t a, b;
	int seen;
	struct large end;

	values();
	a = start(writer, NULL);
	b = start(reader, NULL);
	finish(a);
	seen = (int)(intptr_t)finish(b);
	end = atomic_load(&large);
	printf("n=%ld,%d\n", end.n, seen);
	return 0;
}
