/* SPDX-License-Identifier: MIT */
/* Two blocks: a lock and what is under it, and what nothing protects. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct first {
	pthread_mutex_t m;
	int x;
};
struct second {
	int n;
};
static struct first *f;
static struct second *s;

static void *run(void *unused)
{
	pthread_mutex_lock(&f->m);
	f->x++;
	pthread_mutex_unlock(&f->m);
	s->n++;
	return unused;
}

int main(void)
{
	pthread_t a, b;

	f = calloc(1, sizeof *f);
	s = calloc(1, sizeof *s);
	pthread_mutex_init(&f->m, NULL);
	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(s->n == 2);
}
