/* SPDX-License-Identifier: MIT */
/* copies.c - two threads, each with 1 MiB of its own that is filled, copied,
 * compared and freed, and 64 KiB that one hands to the other under a mutex */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
	OWN = 1 << 20,
	HANDED = 64 << 10
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char *handed;
static int equal[2];

static void work(int i)
{
	char *from = malloc(OWN), *to = malloc(OWN);

	memset(from, i + 1, OWN);
	memcpy(to, from, OWN);
	equal[i] = memcmp(from, to, OWN);
	pthread_mutex_lock(&m);
	memcpy(to, handed, HANDED);
	memset(handed, i + 3, HANDED);
	pthread_mutex_unlock(&m);
	free(from);
	free(to);
}

static void *left(void *unused)
{
	work(0);
	return unused;
}

static void *right(void *unused)
{
	work(1);
	return unused;
}

int main(void)
{
	pthread_t thread[2];

	handed = calloc(HANDED, 1);
	pthread_create(&thread[0], NULL, left, NULL);
	pthread_create(&thread[1], NULL, right, NULL);
	pthread_join(thread[0], NULL);
	pthread_join(thread[1], NULL);
	free(handed);
	return equal[0] | equal[1];
}
