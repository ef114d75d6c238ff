/* SPDX-License-Identifier: MIT */
/* jobs.c - workers wait for jobs; who finds none sleeps */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int jobs;

static void add_job(void)
{
	pthread_mutex_lock(&lock);
	jobs++;
	pthread_cond_signal(&more);
	pthread_mutex_unlock(&lock);
}

static void *worker(void *unused)
{
	pthread_mutex_lock(&lock);
	if (jobs == 0)
		pthread_cond_wait(&more, &lock);
	assert(jobs > 0);
	jobs--;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	add_job();
	add_job();
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
