/* SPDX-License-Identifier: MIT */
/* kinds: a recursive mutex and a plain one, one after the other in one place
 *
 * The plain one locked twice: a self-deadlock that always happens.  The
 * recursive one locked twice: nothing.
 *
 * check: --exhaustive
 * verdict: bug self_deadlock
 *
 * check: --exhaustive
 * flags: -DBY_INIT
 * verdict: bug self_deadlock
 *
 * check: --exhaustive
 * flags: -DREVERSE
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DREVERSE -DBY_INIT
 * verdict: verified
 */
#include "test.h"

static void twice(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	pthread_mutex_lock(m); /* BUG */
	pthread_mutex_unlock(m);
	pthread_mutex_unlock(m);
}

static void once(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	pthread_mutex_unlock(m);
}

static void plain(void (*use)(pthread_mutex_t *))
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

	use(&m);
}

static void recursive(void (*use)(pthread_mutex_t *))
{
#ifdef BY_INIT
	pthread_mutexattr_t a;
	pthread_mutex_t m;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m, &a);
#else
	pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
#endif
	use(&m);
}

int main(void)
{
#ifdef REVERSE
	plain(once);
	recursive(twice);
#else
	recursive(twice);
	plain(twice);
#endif
	return 0;
}
