/* SPDX-License-Identifier: MIT */
/* notes_nothing: no operation is noted, so that none was tried.
 *
 * check: --exhaustive --progress
 * verdict: partial
 * holes: progress_untried
 * says: no operation returned to a thread that was alone
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *adds(void *unused)
{
	atomic_fetch_add(&x, 1);
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, adds, NULL);
	atomic_fetch_add(&x, 1);
	pthread_join(a, NULL);
	return 0;
}
