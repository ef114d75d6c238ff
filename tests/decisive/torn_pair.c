/* SPDX-License-Identifier: MIT */
/* torn_pair - two variables that belong together are read between two writes
 *
 * Each variable has a lock of its own: the second one is read before it is
 * written.
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t left_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right_lock = PTHREAD_MUTEX_INITIALIZER;
static int left, right;

static void *moves(void *unused)
{
	pthread_mutex_lock(&left_lock);
	left = 1;
	pthread_mutex_unlock(&left_lock);
	pthread_mutex_lock(&right_lock);
	right = 1; /* decisive: second */
	pthread_mutex_unlock(&right_lock);
	return unused;
}

int main(void)
{
	pthread_t t;
	int a, b;

	pthread_create(&t, NULL, moves, NULL);
	pthread_mutex_lock(&left_lock);
	a = left;
	pthread_mutex_unlock(&left_lock);
	pthread_mutex_lock(&right_lock);
	b = right; /* decisive: first */
	pthread_mutex_unlock(&right_lock);
	assert(!a || b);
	pthread_join(t, NULL);
	return 0;
}
