/* SPDX-License-Identifier: MIT */
/* lost_wakeup.c - the flag is looked at in one critical section, and waited for
 * in the next: a signal that comes between is lost
 */
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t set = PTHREAD_COND_INITIALIZER;
static bool flag;

static void *waiter(void *unused)
{
	bool seen;

	pthread_mutex_lock(&lock);
	seen = flag;
	pthread_mutex_unlock(&lock);
	if (seen)
		return NULL;
	pthread_mutex_lock(&lock);
	pthread_cond_wait(&set, &lock); /* WAITS */
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, waiter, NULL);
	pthread_mutex_lock(&lock);
	flag = true;
	pthread_cond_signal(&set);
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
