/* SPDX-License-Identifier: MIT */
/* seen: what a search by chance says of what it has seen
 *
 * Two threads take a lock once each: two orders.  The lock meets nobody or the
 * unlock, that meets the lock, and each join nobody: five pairs of places.  In
 * 1,000 executions each order comes more often than once; nothing then says
 * more of the unseen than that it is less than 3 in 1,000.  In 10 nothing is
 * said of it, and a search that comes to its end says neither.
 *
 * check: --strategy random --max-executions 1000
 * verdict: partial
 * exit: 0
 * says: seen: 2 orders of operations, 2 of locks, 5 pairs of places that meet
 * says: unseen: little: fewer than 1 in 333 executions would show another order
 *
 * check: --strategy random --max-executions 10
 * verdict: partial
 * exit: 0
 * says: seen: 2 orders of operations
 * silent: unseen:
 *
 * check: --hunt --max-executions 1000
 * verdict: partial
 * exit: 0
 * says: seen: 2 orders of operations, 2 of locks
 *
 * check: --exhaustive
 * verdict: verified
 * silent: seen:
 */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *one(void *unused)
{
	pthread_mutex_lock(&lock);
	count++;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, one, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
