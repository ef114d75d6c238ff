/* SPDX-License-Identifier: MIT */
/* pipe_closed - the pipe is closed between the look whether it is open and the
 * write
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int out;

static void *send(void *unused)
{
	if (atomic_load(&out) >= 0)		 /* decisive: first */
		assert(write(out, "x", 1) == 1); /* decisive: third */
	return unused;
}

static void *finish(void *unused)
{
	int end = atomic_exchange(&out, -1); /* decisive: second */

	close(end); /* decisive: second */
	return unused;
}

int main(void)
{
	pthread_t a, b;
	int end[2];

	if (pipe(end))
		return 1;
	out = end[1];
	pthread_create(&a, NULL, send, NULL);
	pthread_create(&b, NULL, finish, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
