/* SPDX-License-Identifier: MIT */
/* joined_with_lock - main waits for a thread and holds what that thread needs
 */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *unused)
{
	pthread_mutex_lock(&lock); /* decisive: second */
	done++;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(&lock); /* decisive: first */
	if (!done)
		pthread_join(t, NULL);
	pthread_mutex_unlock(&lock);
	return 0;
}
