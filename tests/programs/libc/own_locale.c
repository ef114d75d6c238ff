/* SPDX-License-Identifier: MIT */
/* own_locale: which locale a thread uses is its own, and goes back with each
 * execution
 *
 * Two threads of two additions each: C(4, 2) = 6 orders.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * executions: 6
 *
 * check: --exhaustive
 * verdict: verified
 */
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int counter;

static void *work(void *unused)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);

	atomic_fetch_add(&counter, 1);
	assert(uselocale((locale_t)0) == LC_GLOBAL_LOCALE);
	assert(uselocale(c) == LC_GLOBAL_LOCALE);
	assert(strtod_l("2.5", NULL, c) == 2.5);
	atomic_fetch_add(&counter, 1);
	assert(uselocale(LC_GLOBAL_LOCALE) == c);
	freelocale(c);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
}
