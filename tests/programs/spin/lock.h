/* SPDX-License-Identifier: MIT */
/* lock.h - two threads increment under `lock()` and `unlock()` of the includer
 */
#ifndef LOCK_H
#define LOCK_H

#include "test.h"

static void lock(void);
static void unlock(void);
static int c;

static void *increment(void *unused)
{
	lock();
	c++;
	unlock();
	return NULL;
}

int main(void)
{
	pthread_t a = start(increment, NULL), b = start(increment, NULL);

	finish(a);
	finish(b);
	printf("c=%d\n", c);
	return 0;
}

#endif
