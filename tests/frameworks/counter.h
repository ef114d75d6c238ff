/* SPDX-License-Identifier: MIT */
/* counter.h - what the cases of each suite here test
 *
 * Two threads count to two.  counter_locked() is right; counter_racy() gives
 * the lock back between reading and writing, so that an addition can be lost;
 * counter_abba() takes two locks in both orders.
 */
#include <pthread.h>

static pthread_mutex_t counter_lock = PTHREAD_MUTEX_INITIALIZER,
		       counter_other = PTHREAD_MUTEX_INITIALIZER;
static int counter_value;

static void *counter_good(void *unused)
{
	pthread_mutex_lock(&counter_lock);
	counter_value++;
	pthread_mutex_unlock(&counter_lock);
	return unused;
}

static void *counter_bad(void *unused)
{
	int seen;

	pthread_mutex_lock(&counter_lock);
	seen = counter_value;
	pthread_mutex_unlock(&counter_lock); /* BUG */
	pthread_mutex_lock(&counter_lock);
	counter_value = seen + 1;
	pthread_mutex_unlock(&counter_lock);
	return unused;
}

static void *counter_ab(void *unused)
{
	pthread_mutex_lock(&counter_lock);
	pthread_mutex_lock(&counter_other);
	pthread_mutex_unlock(&counter_other);
	pthread_mutex_unlock(&counter_lock);
	return unused;
}

static void *counter_ba(void *unused)
{
	pthread_mutex_lock(&counter_other);
	pthread_mutex_lock(&counter_lock); /* BUG */
	pthread_mutex_unlock(&counter_lock);
	pthread_mutex_unlock(&counter_other);
	return unused;
}

static int counter_run(void *(*one)(void *), void *(*two)(void *))
{
	pthread_t a, b;

	counter_value = 0;
	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return counter_value;
}

static int counter_locked(void)
{
	return counter_run(counter_good, counter_good);
}

static int counter_racy(void)
{
	return counter_run(counter_bad, counter_bad);
}

static void counter_abba(void)
{
	counter_run(counter_ab, counter_ba);
}
