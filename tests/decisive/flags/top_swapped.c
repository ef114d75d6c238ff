/* SPDX-License-Identifier: MIT */
/* top_swapped - two words are swapped at once, and the first one is the same in
 * all; a counter beside it says nothing
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct top {
	long kind, value;
};

static _Atomic struct top top = {0, 1};
static atomic_int size;

static void *takes(void *unused)
{
	struct top old = {0, 1}, mine = {0, 3};

	while (!atomic_compare_exchange_strong(&top, &old, mine)) /* takes */
		;
	atomic_fetch_sub(&size, 1);
	return unused;
}

static void *drops(void *unused)
{
	struct top old = atomic_load(&top), mine = {0, 2};

	while (!atomic_compare_exchange_strong(&top, &old, mine)) /* drops */
		;
	atomic_fetch_sub(&size, 1);
	return unused;
}

int main(void)
{
	struct top last;
	pthread_t t[2];

	pthread_create(&t[0], NULL, takes, NULL);
	pthread_create(&t[1], NULL, drops, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	last = atomic_load(&top);
	assert(last.value == 2);
	return 0;
}
