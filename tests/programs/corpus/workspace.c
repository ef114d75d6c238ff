/* SPDX-License-Identifier: MIT */
/* workspace: the first thread frees what the others still read
 *
 * A model of a third step of that clustering: an array is made for each
 * step, and given back by the thread that made it, which does not wait for
 * those that read it.
 *
 * check:
 * verdict: bug use_after_free
 * depth: 0
 * check: --exhaustive
 * flags: -DRIGHT
 * verdict: verified
 */
#include <pthread.h>
#include <stdlib.h>

enum {
	THREADS = 3
};

static pthread_barrier_t barrier;
static int *work_area;
static volatile int result[THREADS]; /* natively it may be anything */

static void *work(void *arg)
{
	int me = (int)(size_t)arg;

	if (me == 0)
		work_area = calloc(THREADS, sizeof *work_area);
	pthread_barrier_wait(&barrier);
	result[me] = work_area[me]; /* BUG */
#ifdef RIGHT
	pthread_barrier_wait(&barrier);
#endif
	if (me == 0)
		free(work_area);
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	pthread_barrier_init(&barrier, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, work, (void *)(size_t)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
