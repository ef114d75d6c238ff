/* SPDX-License-Identifier: MIT
 *
 * A thread is cancelled when a call has done its work for it, and is about to
 * come back; before glibc 2.41 it may end there all the same, with the byte
 * read or the signal of the condition taken.  That is not tried, and said.
 *
 * native: 0 134
 * check: --exhaustive
 * flags: -DREADS
 * verdict: verified
 * scope: late_cancel
 *
 * check: --exhaustive
 * flags: -DWAITS
 * verdict: verified
 * scope: late_cancel
 *
 * check: --exhaustive
 * flags: -DDISABLED -DREADS
 * verdict: verified
 * silent: done its work
 */
#include "test.h"

#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, pipes[2], got;

static void leave(void *unused)
{
	(void)unused;
	pthread_mutex_unlock(&m);
}

static void *cancelled(void *unused)
{
#ifdef DISABLED
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
#endif
#ifdef READS
	char byte;

	if (read(pipes[0], &byte, 1) == 1)
		got = 1;
#else
	pthread_mutex_lock(&m);
	pthread_cleanup_push(leave, NULL);
	while (!ready)
		pthread_cond_wait(&c, &m);
	got = 1;
	pthread_cleanup_pop(1);
#endif
	return unused;
}

int main(void)
{
	pthread_t t;

	assert(pipe(pipes) == 0);
	assert(write(pipes[1], "x", 1) == 1);
	pthread_create(&t, NULL, cancelled, NULL);
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_cancel(t);
	pthread_join(t, NULL);
#ifdef READS
	if (!got) { /* then it is still there */
		char byte;

		assert(read(pipes[0], &byte, 1) == 1);
	}
#endif
	close(pipes[0]);
	close(pipes[1]);
	return 0;
}
