/* SPDX-License-Identifier: MIT */
/* fibers.c - three named threads that wait for a lock, three calls deep
 *
 * When main calls all_suspended(), each thread has been created, has run up to
 * its pthread_mutex_lock and stands there: main holds the lock.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int sum;

__attribute__((noinline)) static void level3(int n)
{
	pthread_mutex_lock(&m);
	sum += n;
	pthread_mutex_unlock(&m);
}

__attribute__((noinline)) static void level2(int n)
{
	level3(n);
	sum++;
}

__attribute__((noinline)) static void level1(int n)
{
	level2(n);
	sum++;
}

static void *work(void *n)
{
	level1((int)(intptr_t)n);
	return 0;
}

__attribute__((noinline)) void all_suspended(void);
__attribute__((noinline)) void all_suspended(void)
{
	sum = 0;
}

int main(void)
{
	static const char *const name[] = {"alpha", "beta", "gamma"};
	pthread_t t[3];

	pthread_mutex_lock(&m);
	for (int i = 0; i < 3; i++) {
		pthread_create(&t[i], 0, work, (void *)(intptr_t)(i + 1));
		pthread_setname_np(t[i], name[i]);
	}
	sched_yield();
	all_suspended();
	pthread_mutex_unlock(&m);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	assert(sum == 1 + 2 + 3 + 6);
	return 0;
}
