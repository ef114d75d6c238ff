/* SPDX-License-Identifier: MIT */
/* publishes.c - what an atomic orders, nobody sees here: memory that is copied,
 * a lock that is made and one that is freed are no races for that
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct shared {
	pthread_mutex_t lock;
	char text[64];
};

static struct shared *_Atomic there;

static void *reads(void *unused)
{
	struct shared *s;
	char copy[64];

	while (!(s = atomic_load(&there)))
		sched_yield();
	pthread_mutex_lock(&s->lock);
	memcpy(copy, s->text, (size_t)strlen(s->text) + 1);
	pthread_mutex_unlock(&s->lock);
	pthread_mutex_destroy(&s->lock);
	free(s);
	return NULL;
}

int main(int argc, char **argv)
{
	struct shared *s = malloc(sizeof *s);
	pthread_t t;

	pthread_create(&t, NULL, reads, NULL);
	pthread_mutex_init(&s->lock, NULL);
	memset(s->text, 0, sizeof s->text);
	memcpy(s->text, argv[0], strnlen(argv[0], sizeof s->text - 1));
	atomic_store(&there, s);
	pthread_join(t, NULL);
	return 0;
}
