/* SPDX-License-Identifier: MIT */
/* Locks that are taken by functions of the program's own, in two orders. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER,
		       b = PTHREAD_MUTEX_INITIALIZER;
static int n, m, taken;

void my_mutex_lock(pthread_mutex_t *l)
{
	if (pthread_mutex_lock(l) != 0)
		abort();
}

void my_mutex_unlock(pthread_mutex_t *l)
{
	pthread_mutex_unlock(l);
}

static void *one(void *x)
{
	my_mutex_lock(&a); /* one takes a */
	n++;
	my_mutex_lock(&b); /* one takes b */
	m++;
	my_mutex_unlock(&b);
	my_mutex_unlock(&a);
	return x;
}

static void *two(void *x)
{
	my_mutex_lock(&b); /* two takes b */
	m++;
	my_mutex_lock(&a); /* two takes a */
	n++;
	my_mutex_unlock(&a);
	my_mutex_unlock(&b);
	return x;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return n + m + taken == 0;
}
