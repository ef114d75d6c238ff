/* SPDX-License-Identifier: MIT */
/* flag_before_data - the flag is set before the message is complete; the reader
 * counts messages, too
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int full, body, messages;

static void *post(void *unused)
{
	atomic_fetch_add(&messages, 1);
	atomic_store(&full, 1);
	atomic_store(&body, 42); /* decisive: second */
	atomic_fetch_add(&messages, 1);
	return unused;
}

static void *take(void *unused)
{
	if (atomic_load(&full)) {
		int got = atomic_load(&body); /* decisive: first */
		int n = atomic_fetch_add(&messages, 1);

		assert(n >= 1);
		assert(got == 42);
	}
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, post, NULL);
	pthread_create(&b, NULL, take, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
