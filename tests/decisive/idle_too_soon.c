/* SPDX-License-Identifier: MIT */
/* idle_too_soon - a job is counted as done before the one that comes of it is
 * counted: in between there seems to be nothing to do
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int waiting = 1, ever = 1, done;

static void *work(void *unused)
{
	pthread_mutex_lock(&lock);
	done++;
	waiting--; /* decisive: first */
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	ever++;
	waiting++; /* decisive: third */
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	done++;
	waiting--;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t;
	int idle;

	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(&lock);
	idle = waiting == 0; /* decisive: second */
	if (idle)
		assert(done == 2);
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
