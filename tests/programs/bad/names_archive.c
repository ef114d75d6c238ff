/* SPDX-License-Identifier: MIT */
/* names_archive: calls mtx_lock of an archive (archive_lock.c), which is none
 * of the C library's: it takes no mutex, and returns 42.  Two threads that take
 * a lock once: 2 traces. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int mtx_lock(void *unused);
int mtx_unlock(void *unused);

static int x;

static void *work(void *unused)
{
	(void)unused;
	assert(mtx_lock(NULL) == 42);
	x++;
	assert(mtx_unlock(NULL) == 43);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
	assert(x == 2);
	return 0;
}
