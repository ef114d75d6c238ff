/* SPDX-License-Identifier: MIT */
/* Members whose names begin with an underscore, and one of a union without a
 * name. */
#include <pthread.h>

struct gate {
	pthread_mutex_t _lock, lock_;
	pthread_cond_t _cv;
	int _n;
};
struct item {
	void *d;
	union {
		struct item *volatile a;
		struct item *volatile b;
	};
	struct {
		volatile int c;
	};
};
static struct item array[3];

static void *f(void *arg)
{
	struct gate *g = arg;

	array[1].a = array;
	array[2].c = 1;
	pthread_mutex_lock(&g->_lock);
	while (!g->_n)
		pthread_cond_wait(&g->_cv, &g->_lock);
	pthread_mutex_unlock(&g->_lock);
	return NULL;
}

int main(void)
{
	struct gate a = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
		PTHREAD_COND_INITIALIZER, 0};
	pthread_t t;

	pthread_create(&t, NULL, f, &a);
	if (array[1].b || array[2].c)
		array[1].b = NULL;
	pthread_join(t, NULL);
}
