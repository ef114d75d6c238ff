/* SPDX-License-Identifier: MIT */
/* A bug that needs three orders, among locks that do not matter: T2 reads x
 * between two stores of T1's, and y behind a third one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum {
	NOISE = 4
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;

static void noise(void)
{
	for (int i = 0; i < NOISE; i++) {
		pthread_mutex_lock(&lock);
		pthread_mutex_unlock(&lock);
	}
}

static void *writes(void *unused)
{
	noise();
	x = 1;
	noise();
	x = 0;
	noise();
	y = 1;
	noise();
	return unused;
}

static void *reads(void *unused)
{
	noise();
	if (x == 1) {
		noise();
		assert(y != 1);
	}
	noise();
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, writes, NULL);
	pthread_create(&b, NULL, reads, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
