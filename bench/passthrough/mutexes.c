/* SPDX-License-Identifier: MIT */
/* mutexes.c - short critical sections; nobody else wants them */
#include "bench.h"

static struct {
	_Alignas(128) pthread_mutex_t lock;
	long value;
} own[THREADS];

static long body(long count, long number)
{
	pthread_mutex_init(&own[number].lock, NULL);
	for (long i = 0; i < count; i++) {
		pthread_mutex_lock(&own[number].lock);
		own[number].value += i;
		pthread_mutex_unlock(&own[number].lock);
	}
	return own[number].value;
}
