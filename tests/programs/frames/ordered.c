/* SPDX-License-Identifier: MIT */
/* ordered: a frame is left when nobody uses it any more, which a join, a mutex,
 * a semaphore, a condition or an atomic tells; and entered again
 *
 * check: --exhaustive
 * flags: -DHOW=0
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * flags: -DHOW=1
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * flags: -DHOW=2
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * flags: -DHOW=3
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * flags: -DHOW=4
 * verdict: verified
 * races: none
 */
#include "test.h"
#include <semaphore.h>

struct shared {
	pthread_mutex_t m;
	pthread_cond_t c;
	sem_t s;
	atomic_int flag;
	int done, value;
};

static void *work(void *of_another)
{
	struct shared *o = of_another;

	o->value++;
	switch (HOW) {
	case 1:
		pthread_mutex_lock(&o->m);
		o->done = 1;
		pthread_mutex_unlock(&o->m);
		break;
	case 2:
		sem_post(&o->s);
		break;
	case 3:
		pthread_mutex_lock(&o->m);
		o->done = 1;
		pthread_cond_signal(&o->c);
		pthread_mutex_unlock(&o->m);
		break;
	case 4:
		o->flag = 1;
		break;
	}
	return NULL;
}

static void wait_for(struct shared *o)
{
	switch (HOW) {
	case 1:
		for (;;) {
			int done;

			pthread_mutex_lock(&o->m);
			done = o->done;
			pthread_mutex_unlock(&o->m);
			if (done)
				return;
		}
	case 2:
		sem_wait(&o->s);
		break;
	case 3:
		pthread_mutex_lock(&o->m);
		while (!o->done)
			pthread_cond_wait(&o->c, &o->m);
		pthread_mutex_unlock(&o->m);
		break;
	case 4:
		while (!o->flag)
			;
		break;
	}
}

static __attribute__((noinline)) void once(int value)
{
	struct shared o = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER,
		.value = value};
	pthread_t t;

	sem_init(&o.s, 0, 0);
	t = start(work, &o);
	if (HOW) {
		pthread_detach(t);
		wait_for(&o);
	} else {
		finish(t);
	}
	assert(o.value == value + 1);
}

int main(void)
{
	once(1);
	once(2);
	return 0;
}
