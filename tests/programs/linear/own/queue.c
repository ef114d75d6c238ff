/* SPDX-License-Identifier: MIT */
/* queue: no specification says what it is; what its operations do, each made
 * whole, does.  Two threads put, then one takes twice.  Others include it,
 * BROKEN: own/queue_*.c.
 *
 * check: --exhaustive --spec own
 * verdict: verified
 * check: --exhaustive --spec own --history executed
 * verdict: verified
 * check: --exhaustive --spec own --model tso
 * verdict: verified
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stddef.h>

#ifndef BROKEN
#define BROKEN 0
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int item[8], first, last;

static void put(int value)
{
	int at;

	pthread_mutex_lock(&lock);
	at = last;
	if (BROKEN == 1) { /* another put has the same place */
		pthread_mutex_unlock(&lock);
		pthread_mutex_lock(&lock);
	}
	item[at] = value;
	if (BROKEN == 2) { /* seen before it is there */
		last = at + 1;
		item[at] = 0;
		pthread_mutex_unlock(&lock);
		pthread_mutex_lock(&lock);
		item[at] = value;
	}
	last = at + 1;
	pthread_mutex_unlock(&lock);
}

static int take(void)
{
	int value = -1, at;

	pthread_mutex_lock(&lock);
	at = first;
	if (BROKEN == 3) { /* two takes have the same item */
		pthread_mutex_unlock(&lock);
		pthread_mutex_lock(&lock);
	}
	if (at < last) {
		value = item[at];
		first = at + 1;
	}
	pthread_mutex_unlock(&lock);
	return value;
}

static void take_one(void)
{
	int got;

	SCARP_OPERATION(&first, "take", got = take(), (),
		got < 0 ? SCARP_EMPTY : SCARP_NUMBER(got));
}

static void *thread(void *argument)
{
	int value = *(int *)argument;

	SCARP_OPERATION(&first, "put", put(value), (SCARP_NUMBER(value)),
		SCARP_NOTHING);
	take_one();
	return NULL;
}

int main(void)
{
	static int value[2] = {7, 8};
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, thread, &value[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	take_one();
	return 0;
}
