/* SPDX-License-Identifier: MIT */
/* inodes: one thread too many for an array of locks
 *
 * A model of a file system: each thread has an inode of its own, and takes
 * the first block that is free. There are locks for 26 inodes, and 27
 * threads, so that every schedule fails. What is right has 32 locks.
 *
 * check:
 * verdict: bug assertion
 * modes: checkpoint restart
 * depth: 0
 * check: --hunt --max-executions 100
 * flags: -DRIGHT
 * verdict: partial
 * exit: 0
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum {
	BLOCKS = 26,
	THREADS = 27,
#ifdef RIGHT
	INODES = 32
#else
	INODES = 26
#endif
};

static pthread_mutex_t inode_lock[INODES], block_lock[BLOCKS];
static int block_of[THREADS], busy[BLOCKS];

static void *create(void *arg)
{
	int i = (int)(size_t)arg, b = i * 2 % BLOCKS;

	assert(i < INODES); /* BUG */
	pthread_mutex_lock(&inode_lock[i]);
	for (int tries = 0; !block_of[i] && tries < BLOCKS; tries++) {
		pthread_mutex_lock(&block_lock[b]);
		if (!busy[b]) {
			busy[b] = 1;
			block_of[i] = b + 1;
		}
		pthread_mutex_unlock(&block_lock[b]);
		b = (b + 1) % BLOCKS;
	}
	pthread_mutex_unlock(&inode_lock[i]);
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	for (int i = 0; i < INODES; i++)
		pthread_mutex_init(&inode_lock[i], NULL);
	for (int i = 0; i < BLOCKS; i++)
		pthread_mutex_init(&block_lock[i], NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, create, (void *)(size_t)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
