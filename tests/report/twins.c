/* SPDX-License-Identifier: MIT */
/* What has a name that another one has, or none.  Argument:
 *   twins    two static variables of one name, in two functions
 *   text     nothing is shared: what was read last is a text in quotes
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

static atomic_int polled;

static void *polls(void *arg)
{
	poll(NULL, 0, 5);
	atomic_store(&polled, 1);
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
