/* SPDX-License-Identifier: MIT */
/* ticking.c - a server whose timer runs out again and again, and a client that
 * sleeps before it stops it
 *
 * Where threads are switched only when one cannot go on, and the one that ran
 * last, or the youngest, is first, the client sleeps for ever.  Each turn of
 * the others changes something, and takes a while.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#ifndef WORK
#define WORK 10
#endif

static atomic_int stop;
static volatile unsigned turns[2];

static void serve(volatile unsigned *turn)
{
	while (!atomic_load(&stop)) {
		for (int i = 0; i < WORK; i++)
			++*turn;
		usleep(1000);
	}
}

static void *client(void *unused)
{
	usleep(1000);
	atomic_store(&stop, 1);
	return unused;
}

static void *logger(void *unused)
{
	serve(&turns[1]);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, client, NULL);
	pthread_create(&b, NULL, logger, NULL);
	serve(&turns[0]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(turns[0] % WORK == 0);
}
