/* SPDX-License-Identifier: MIT */
/* who_is_last: where nothing runs at the exit, it makes no difference which
 * thread is the last one to end
 *
 * Two orders of the stores; with DETACH, of that and the end of its thread
 * besides.  Random executions have no other traces.
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 2
 *
 * check: --exhaustive --audit --audit-executions 100
 * verdict: verified
 * executions: 2
 *
 * check: --exhaustive --audit --audit-executions 100
 * flags: -DDETACH
 * verdict: verified
 * executions: 4
 */
#include "test.h"

atomic_int a; /* not static: some compilers leave out what nobody reads */

static void *first(void *unused)
{
	atomic_store(&a, 1);
	return NULL;
}

static void *second(void *unused)
{
	atomic_store(&a, 2);
	return NULL;
}

int main(void)
{
	pthread_t f = start(first, NULL), s = start(second, NULL);

#ifdef DETACH
	pthread_detach(f);
	(void)s;
#else
	finish(f);
	(void)s;
#endif
	pthread_exit(NULL);
}
