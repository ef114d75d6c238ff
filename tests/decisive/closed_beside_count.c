/* SPDX-License-Identifier: MIT */
/* closed_beside_count - what comes after the end is refused too late: both
 * critical sections count the calls, too
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int calls;
static bool closed;

static void *finish(void *unused)
{
	pthread_mutex_lock(&lock);
	closed = true; /* decisive: first */
	calls++;
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *put(void *unused)
{
	pthread_mutex_lock(&lock);
	calls++;
	assert(!closed); /* decisive: second */
	calls--;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, finish, NULL);
	pthread_create(&b, NULL, put, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
