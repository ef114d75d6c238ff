/* SPDX-License-Identifier: MIT */
/* on_heap: init, use, destroy and free; then the same words again
 *
 * The second mutex starts free, whatever the first one's state was, in this
 * execution and in the next.
 *
 * check: --exhaustive --leak-check
 * verdict: verified
 * states: c=2
 * native: sc
 */
#include "test.h"

struct counter {
	pthread_mutex_t lock;
	int value;
};

static void *increment(void *argument)
{
	struct counter *c = argument;

	pthread_mutex_lock(&c->lock);
	c->value++;
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

int main(void)
{
	int last = 0;

	for (int round = 0; round < 2; round++) {
		struct counter *c = malloc(sizeof *c);
		pthread_t a, b;

		pthread_mutex_init(&c->lock, NULL);
		c->value = 0;
		a = start(increment, c);
		b = start(increment, c);
		finish(a);
		finish(b);
		last = c->value;
		assert(pthread_mutex_destroy(&c->lock) == 0);
		free(c);
	}
	printf("c=%d\n", last);
	return 0;
}
