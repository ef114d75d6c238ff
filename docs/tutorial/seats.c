/* SPDX-License-Identifier: MIT */
/* seats.c - two agents sell the seats of one flight; two are left */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seats = 2;

static bool available(int wanted)
{
	pthread_mutex_lock(&lock);
	bool enough = seats >= wanted;
	pthread_mutex_unlock(&lock);
	return enough;
}

static void take(int wanted)
{
	pthread_mutex_lock(&lock);
	seats -= wanted;
	pthread_mutex_unlock(&lock);
}

static void *sell_two(void *unused)
{
	if (available(2))
		take(2);
	return unused;
}

static void *sell_one(void *unused)
{
	if (available(1))
		take(1);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, sell_two, NULL);
	pthread_create(&b, NULL, sell_one, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(seats >= 0);
	return 0;
}
