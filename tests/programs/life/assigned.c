/* SPDX-License-Identifier: MIT */
/* assigned: initialisers assigned again, or zeros, where an object was that is
 * idle, destroyed, or held
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * flags: -DZEROS
 * verdict: verified
 * races: none
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int count;

static void again(void)
{
#ifdef ZEROS
	memset(&m, 0, sizeof m);
	memset(&c, 0, sizeof c);
	memset(&l, 0, sizeof l);
	memset(&once, 0, sizeof once);
#else
	m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	c = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
	l = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
	once = PTHREAD_ONCE_INIT;
#endif
}

static void called(void)
{
	count++;
}

static void *use(void *destroy)
{
	assert(pthread_mutex_lock(&m) == 0);
	pthread_once(&once, called);
	assert(pthread_cond_broadcast(&c) == 0);
	assert(pthread_mutex_unlock(&m) == 0);
	assert(pthread_rwlock_wrlock(&l) == 0);
	assert(pthread_rwlock_unlock(&l) == 0);
	if (destroy) {
		assert(pthread_mutex_destroy(&m) == 0);
		assert(pthread_cond_destroy(&c) == 0);
		assert(pthread_rwlock_destroy(&l) == 0);
	}
	return NULL;
}

int main(void)
{
	use(NULL);
	again();
	finish(start(use, &m)); /* destroys */
	again();
	use(NULL);
	for (int i = 0; i < 3; i++) {
		again();
		assert(pthread_mutex_lock(&m) == 0); /* and stays so */
		assert(pthread_rwlock_wrlock(&l) == 0);
	}
	again();
	use(NULL);
	assert(count == 4);
	return 0;
}
