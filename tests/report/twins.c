/* SPDX-License-Identifier: MIT */
/* What has a name that another one has, or none.  Argument:
 *   twins    two static variables of one name, in two functions
 *   one      only one of these is met
 *   text     nothing is shared: what was read last is a text in quotes
 *   leads    pointers to what begins where its first member does
 *   nothing  a poll of no descriptor, before a wait that nobody ends
 */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct calls {
	int made;
};

static int count_gets(int by)
{
	static struct calls calls;

	return calls.made += by;
}

static int count_puts(int by)
{
	static struct calls calls;

	return calls.made += by;
}

static void *twins(void *arg)
{
	count_gets(1);
	count_puts(2);
	return arg;
}

static void *one(void *arg)
{
	count_gets(1);
	return arg;
}

static atomic_int polled;

static void *polls(void *arg)
{
	poll(NULL, 0, 5);
	atomic_store(&polled, 1);
	return arg;
}

static struct pool {
	int stop, jobs;
	struct {
		int head, tail;
	} list;
} pool, pools[2];
static int array[2];
static void *to_pool, *to_second, *to_jobs, *to_list, *to_array;

static void *leads(void *arg)
{
	to_pool = &pool;
	to_second = &pools[1];
	to_jobs = &pool.jobs;
	to_list = &pool.list;
	to_array = array;
	return arg;
}

static void *text(void *what)
{
	assert(strcmp(what, "some other text") == 0);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;

	(void)argc;
	if (strcmp(argv[1], "twins") == 0) {
		pthread_create(&t, NULL, twins, NULL);
		pthread_join(t, NULL);
		assert(count_gets(0) == 2 || count_puts(0) == 3);
	} else if (strcmp(argv[1], "one") == 0) {
		pthread_create(&t, NULL, one, NULL);
		pthread_join(t, NULL);
		assert(count_gets(0) == 2);
	} else if (strcmp(argv[1], "leads") == 0) {
		pthread_create(&t, NULL, leads, NULL);
		pthread_join(t, NULL);
		assert(!to_pool || !to_second || !to_jobs || !to_list ||
			!to_array);
	} else if (strcmp(argv[1], "text") == 0) {
		pthread_create(&t, NULL, text, "some text");
		pthread_join(t, NULL);
	} else {
		pthread_create(&t, NULL, polls, NULL);
		assert(!atomic_load(&polled));
		pthread_join(t, NULL);
	}
	return 0;
}
