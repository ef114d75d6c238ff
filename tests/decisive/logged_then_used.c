/* SPDX-License-Identifier: MIT */
/* logged_then_used - the mode is changed before it is used; that it was read
 * for a log before does not matter
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int mode = 1, logged;

static void log_mode(void)
{
	pthread_mutex_lock(&lock);
	logged = mode; /* decisive: never */
	pthread_mutex_unlock(&lock);
}

static void *use(void *unused)
{
	int is;

	log_mode();
	pthread_mutex_lock(&lock);
	is = mode; /* decisive: second */
	pthread_mutex_unlock(&lock);
	assert(is == 1);
	return unused;
}

static void *change(void *unused)
{
	pthread_mutex_lock(&lock);
	if (logged)
		mode = 2; /* decisive: first */
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, change, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
