/* SPDX-License-Identifier: MIT */
/* passed.c - what a table has to show of an execution that always fails, one
 * case by name:
 *   bytes     the first of two neighbouring chars is changed before the second
 *   holder    T1 takes a lock that nobody has had, and T2 waits for it
 *   own       main fails by what it wrote itself
 *   null      main crashes through a pointer that it wrote itself
 *   nothing   T1 fails by its argument, after main has worked for itself
 *   rounds    T1 goes round a loop 14 times before it matters to anybody
 *   large     what is read lies far behind the first page of what was cleared
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static struct {
	char a, b;
	short c;
} flags;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static sem_t first, second;
static int own_count, alone, result;
static char *large, *where;

static void *sets(void *unused)
{
	flags.a = 1;
	flags.b = 2;
	return unused;
}

static void *holds(void *unused)
{
	pthread_mutex_lock(&lock); /* holds */
	sem_post(&first);
	sem_wait(&second);
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *waits(void *unused)
{
	sem_wait(&first);
	sem_post(&second);
	pthread_mutex_lock(&lock);
	result = 1;
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *fails(void *argument)
{
	assert(argument);
	return argument;
}

static void *turns(void *unused)
{
	for (int i = 0; i < 14; i++) {
		pthread_mutex_lock(&own); /* turns */
		alone++;
		pthread_mutex_unlock(&own);
	}
	result = 1;
	return unused;
}

static void *clears(void *unused)
{
	memset(large, 1, 100000); /* clears */
	return unused;
}

static void one(void *(*run)(void *))
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	pthread_t a, b;

	if (strcmp(what, "bytes") == 0) {
		one(sets);
		assert(flags.a == 0);
	} else if (strcmp(what, "holder") == 0) {
		sem_init(&first, 0, 0);
		sem_init(&second, 0, 0);
		pthread_create(&a, NULL, holds, NULL);
		pthread_create(&b, NULL, waits, NULL);
		pthread_join(a, NULL);
		pthread_join(b, NULL);
		assert(result == 0);
	} else if (strcmp(what, "own") == 0) {
		own_count = 3;
		one(sets);
		result = flags.a;
		assert(own_count == 4);
	} else if (strcmp(what, "null") == 0) {
		where = NULL;
		one(sets);
		result = flags.a;
		*where = 1;
	} else if (strcmp(what, "nothing") == 0) {
		alone++;
		one(fails);
	} else if (strcmp(what, "rounds") == 0) {
		one(turns);
		assert(result == 0);
	} else if (strcmp(what, "large") == 0) {
		large = calloc(1, 100000);
		one(clears);
		result = large[90000]; /* not of the line that fails */
		assert(result == 0);
	}
	return 0;
}
