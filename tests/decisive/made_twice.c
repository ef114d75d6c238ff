/* SPDX-License-Identifier: MIT */
/* made_twice - both threads make the one object, as each looks before the other
 * has set the pointer
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *volatile only;
static int room[2], used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int *make(void)
{
	int *p;

	pthread_mutex_lock(&lock);
	p = &room[used++];
	pthread_mutex_unlock(&lock);
	return p;
}

static void *get(void *unused)
{
	if (!only)	       /* decisive: first */
		only = make(); /* decisive: second */
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, get, NULL);
	pthread_create(&b, NULL, get, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(used == 1);
	return 0;
}
