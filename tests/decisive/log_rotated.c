/* SPDX-License-Identifier: MIT */
/* log_rotated - a log is closed and opened again; what somebody writes in
 * between is not logged
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_open = true;
static int changes, logged;

static void set_open(bool how)
{
	pthread_mutex_lock(&lock);
	is_open = how; /* decisive: first, third */
	pthread_mutex_unlock(&lock);
}

static void *rotate(void *unused)
{
	set_open(false);
	set_open(true);
	return unused;
}

static void *change(void *unused)
{
	pthread_mutex_lock(&lock);
	changes++;
	if (is_open) /* decisive: second */
		logged++;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, rotate, NULL);
	pthread_create(&b, NULL, change, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(changes == logged);
	return 0;
}
