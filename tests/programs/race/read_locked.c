/* SPDX-License-Identifier: MIT */
/* read_locked: two stores under a lock that both threads have to read, and in
 * an order that a mutex happens to give
 *
 * For limited happens-before such a lock keeps nobody apart.
 *
 * check: --strategy dfs --points racing --happens-before=limited
 * and: --max-executions 1
 * flags: -DLOCK=pthread_rwlock_rdlock
 * verdict: partial
 * holes: budget points_left_out
 * pair: write FIRST, write SECOND, one
 * exit: 4
 *
 * check: --strategy dfs --points racing --happens-before=limited
 * and: --max-executions 1
 * flags: -DLOCK=pthread_rwlock_wrlock
 * verdict: partial
 * holes: points_left_out
 * pair: none
 * exit: 0
 *
 * check: --strategy dfs --points racing --max-executions 1
 * flags: -DLOCK=pthread_rwlock_rdlock
 * verdict: partial
 * holes: points_left_out
 * pair: none
 * exit: 0
 */
#include "test.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int data;

static void *first(void *unused)
{
	pthread_rwlock_rdlock(&lock);
	data = 1; /* FIRST */
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	pthread_rwlock_unlock(&lock);
	return NULL;
}

static void *second(void *unused)
{
	LOCK(&lock);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	data = 2; /* SECOND */
	pthread_rwlock_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t = start(first, NULL), u = start(second, NULL);

	finish(t);
	finish(u);
	return 0;
}
