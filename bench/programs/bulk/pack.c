/* SPDX-License-Identifier: MIT */
/* pack.c - blocks of 128 KiB through a queue to two threads that pack them byte
 * by byte (runs and their lengths), and back to one that puts them together: as
 * pbzip2 does it */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
	BLOCK = 128 << 10,
	BLOCKS = 4,
	PACKERS = 2
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	unsigned char *block[BLOCKS];
	int in, out;
} todo = {
	.lock = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER};

static pthread_mutex_t done_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	unsigned char *packed;
	size_t size;
} done[BLOCKS];

static size_t pack(unsigned char *to, const unsigned char *from, size_t n)
{
	size_t out = 0;

	for (size_t i = 0; i < n;) {
		unsigned char c = from[i];
		size_t run = 1;

		while (i + run < n && run < 255 && from[i + run] == c)
			run++;
		to[out++] = (unsigned char)run;
		to[out++] = c;
		i += run;
	}
	return out;
}

static void *packer(void *unused)
{
	for (;;) {
		unsigned char *block, *packed;
		size_t size;
		int i;

		pthread_mutex_lock(&todo.lock);
		while (todo.out == todo.in && todo.in < BLOCKS)
			pthread_cond_wait(&todo.filled, &todo.lock);
		i = todo.out;
		if (i == BLOCKS) {
			pthread_mutex_unlock(&todo.lock);
			return unused;
		}
		block = todo.block[i];
		todo.out++;
		pthread_mutex_unlock(&todo.lock);
		packed = malloc(2 * BLOCK);
		size = pack(packed, block, BLOCK);
		free(block);
		pthread_mutex_lock(&done_lock);
		done[i].packed = packed;
		done[i].size = size;
		pthread_mutex_unlock(&done_lock);
	}
}

int main(void)
{
	unsigned char *input = malloc(BLOCK * BLOCKS), *all, *end;
	pthread_t thread[PACKERS];

	for (size_t i = 0; i < BLOCK * BLOCKS; i++)
		input[i] = (unsigned char)(i >> 3 ^ i >> 9);
	for (int i = 0; i < PACKERS; i++)
		pthread_create(&thread[i], NULL, packer, NULL);
	for (int i = 0; i < BLOCKS; i++) {
		unsigned char *block = malloc(BLOCK);

		memcpy(block, input + i * BLOCK, BLOCK);
		pthread_mutex_lock(&todo.lock);
		todo.block[todo.in++] = block;
		pthread_cond_broadcast(&todo.filled);
		pthread_mutex_unlock(&todo.lock);
	}
	for (int i = 0; i < PACKERS; i++)
		pthread_join(thread[i], NULL);
	all = end = malloc(2 * BLOCK * BLOCKS);
	for (int i = 0; i < BLOCKS; i++) {
		memcpy(end, done[i].packed, done[i].size);
		end += done[i].size;
		free(done[i].packed);
	}
	free(input);
	free(all);
	return end == all;
}
