/* SPDX-License-Identifier: MIT */
/* A queue of one slot: two are put in, and one thread takes twice. */
#include <pthread.h>
#include <scarp/linearize.h>

static int slot;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void put(int v)
{
	pthread_mutex_lock(&m);
	slot = v;
	pthread_mutex_unlock(&m);
}

static int get(void)
{
	int v;

	pthread_mutex_lock(&m);
	v = slot;
	slot = 0;
	pthread_mutex_unlock(&m);
	return v;
}

static void take(void)
{
	int v;

	SCARP_OPERATION(&slot, "dequeue", v = get(), (),
		v ? SCARP_NUMBER(v) : SCARP_EMPTY);
}

static void *one(void *unused)
{
	SCARP_OPERATION(
		&slot, "enqueue", put(1), (SCARP_NUMBER(1)), SCARP_NOTHING);
	return unused;
}

static void *two(void *unused)
{
	SCARP_OPERATION(
		&slot, "enqueue", put(2), (SCARP_NUMBER(2)), SCARP_NOTHING);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	scarp_specification(&slot, "queue");
	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	take();
	take();
}
