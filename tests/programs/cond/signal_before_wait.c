/* SPDX-License-Identifier: MIT */
/* signal_before_wait: a signal that finds nobody is not kept
 *
 * check: --exhaustive
 * verdict: bug deadlock
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void)
{
	pthread_cond_signal(&c);
	pthread_cond_broadcast(&c);
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m);
	return 0;
}
