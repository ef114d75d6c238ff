/* SPDX-License-Identifier: MIT */
/* recursive_unbalanced: one unlock too few, and the other thread waits for ever
 *
 * check: --exhaustive
 * verdict: bug deadlock
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *nest(void *unused)
{
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	finish(start(nest, NULL));
	pthread_mutex_lock(&m);
	return 0;
}
