/* SPDX-License-Identifier: MIT
 *
 * A thread is detached while another one looks at its attributes, or tries to
 * join it: before or after.
 *
 * check: --exhaustive
 * args: attributes
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * args: own
 * verdict: verified
 * states: 0 1
 *
 * (who comes to join before that may wait; who comes after it is wrong)
 * check: --exhaustive
 * args: timed
 * verdict: bug join_error
 * native: prints 22 110
 */
#include "test.h"

#include <semaphore.h>

static pthread_t thread;
static sem_t begun, go;
static char how;

static int attributes(void)
{
	pthread_attr_t a;
	int state;

	assert(pthread_getattr_np(thread, &a) == 0);
	pthread_attr_getdetachstate(&a, &state);
	pthread_attr_destroy(&a);
	return state;
}

static void *begins(void *unused)
{
	sem_post(&begun);
	sem_wait(&go);
	if (how == 'o')
		printf("%d\n", attributes());
	return unused;
}

static void *changes(void *unused)
{
	pthread_detach(thread);
	return unused;
}

int main(int argc, char **argv)
{
	static const struct timespec past = {1, 0};
	pthread_t t;

	how = argv[argc - 1][0];
	thread = start(begins, NULL);
	sem_wait(&begun);
	t = start(changes, NULL);
	if (how == 'a')
		printf("%d\n", attributes());
	else if (how == 't')
		printf("%d\n", pthread_timedjoin_np(thread, NULL, &past));
	else
		sem_post(&go);
	finish(t);
	if (how == 'o')
		pthread_exit(NULL);
	return 0;
}
