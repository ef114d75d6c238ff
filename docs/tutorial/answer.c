/* SPDX-License-Identifier: MIT */
/* answer.c - a client waits for an answer, for two seconds at most */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct request {
	pthread_mutex_t lock;
	pthread_cond_t answered;
	bool done;
	int answer;
};

static void *server(void *request)
{
	struct request *r = request;

	pthread_mutex_lock(&r->lock);
	r->answer = 42;
	r->done = true;
	pthread_cond_signal(&r->answered);
	pthread_mutex_unlock(&r->lock);
	return NULL;
}

static int ask(pthread_t *thread)
{
	struct request r = {.lock = PTHREAD_MUTEX_INITIALIZER,
		.answered = PTHREAD_COND_INITIALIZER};
	struct timespec until;
	int error = 0;

	pthread_create(thread, NULL, server, &r);
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 2;
	pthread_mutex_lock(&r.lock);
	while (!r.done && error == 0)
		error = pthread_cond_timedwait(&r.answered, &r.lock, &until);
	pthread_mutex_unlock(&r.lock);
	return r.done ? r.answer : -1;
}

int main(void)
{
	pthread_t thread;
	int answer = ask(&thread);

	pthread_join(thread, NULL);
	return answer == 42 || answer == -1 ? 0 : 1;
}
