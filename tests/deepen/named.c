/* SPDX-License-Identifier: MIT */
/* Two threads each start one of their own, whose memory is its own: one trace.
 * A process numbers the inner ones as it meets them. */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static void *inner(void *arg)
{
	char here[16], *p = malloc(16);

	memset(here, 1, sizeof here);
	memcpy(p, here, sizeof here);
	memcpy(arg, p, 8);
	free(p);
	return arg;
}

static void *outer(void *arg)
{
	long there = 0;
	pthread_t t;

	sched_yield();
	pthread_create(&t, 0, inner, &there);
	pthread_join(t, 0);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, outer, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
}
