/* SPDX-License-Identifier: MIT */
/* download: a log of how far each part came, saved while parts go on
 *
 * A model of the concurrent part of a downloader: a worker adds to the
 * offset of its part, then, under a lock, to the number of bytes of all.
 * Whoever saves the log reads the offsets and that number without the lock,
 * as a signal handler would; they need not agree. Of a worker that has just
 * begun no preemption is needed: it comes to the lock while its creator
 * waits, as the first thing that others take notice of.
 *
 * check:
 * verdict: bug assertion
 * depth: 0
 * check: --exhaustive
 * flags: -DRIGHT
 * verdict: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum {
	PARTS = 2,
	BLOCK = 4
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int offset[PARTS], written;

static void *load(void *arg)
{
	int *mine = arg;

	for (int left = 2; left; left--) {
#ifdef RIGHT
		pthread_mutex_lock(&m);
		*mine += BLOCK;
#else
		*mine += BLOCK;
		pthread_mutex_lock(&m);
#endif
		written += BLOCK;
		pthread_mutex_unlock(&m);
	}
	return NULL;
}

static void *save(void *unused)
{
	int sum = 0;

#ifdef RIGHT
	pthread_mutex_lock(&m);
#endif
	for (int i = 0; i < PARTS; i++)
		sum += offset[i];
	assert(sum == written); /* BUG */
#ifdef RIGHT
	pthread_mutex_unlock(&m);
#endif
	return unused;
}

int main(void)
{
	pthread_t t[PARTS + 1];

	for (int i = 0; i < PARTS; i++)
		pthread_create(&t[i], NULL, load, &offset[i]);
	pthread_create(&t[PARTS], NULL, save, NULL);
	for (int i = 0; i <= PARTS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
