/* SPDX-License-Identifier: MIT */
/* freed_lock: a block is freed while a thread holds the mutex in it
 *
 * check: --exhaustive
 * verdict: bug destroy_busy
 */
#include <pthread.h>
#include <stdlib.h>
struct pool {
	pthread_mutex_t lock;
	int alive;
};
static struct pool *p;
static void *work(void *u)
{
	pthread_mutex_lock(&p->lock);
	p->alive--;
	pthread_mutex_unlock(&p->lock);
	return 0;
}
int main(void)
{
	pthread_t t;
	p = malloc(sizeof *p);
	pthread_mutex_init(&p->lock, 0);
	p->alive = 1;
	pthread_create(&t, 0, work, 0);
	while (*(volatile int *)&p->alive) {
	}
	free(p);
	pthread_join(t, 0);
}
