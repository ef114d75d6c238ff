/* SPDX-License-Identifier: MIT */
/* test.h - what most program tests share
 *
 * start() and finish() are pthread_create and pthread_join that cannot fail;
 * no function here returns or takes an aggregate.
 */
#ifndef TEST_H
#define TEST_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static inline pthread_t start(void *(*body)(void *), void *argument)
{
	pthread_t t;
	int rc = pthread_create(&t, NULL, body, argument);

	assert(rc == 0);
	return t;
}

static inline void *finish(pthread_t t)
{
	void *result;
	int rc = pthread_join(t, &result);

	assert(rc == 0);
	return result;
}

/* An absolute time on CLOCK_REALTIME, `seconds` from now. */
static inline void from_now(struct timespec *at, int seconds)
{
	clock_gettime(CLOCK_REALTIME, at);
	at->tv_sec += seconds;
}

#endif
