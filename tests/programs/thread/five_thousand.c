/* SPDX-License-Identifier: MIT */
/* five_thousand: more threads alive than there may be: an error that names the
 * line of the create, never a result that pthread_create did not give
 *
 * check: --strategy random --max-executions 2
 * verdict: error
 * says: five_thousand.c:34
 * says: 4096
 */
#include "test.h"

enum {
	N = 5000
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *wait_for_main(void *unused)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	static pthread_t t[N];

	pthread_mutex_lock(&m);
	for (int i = 0; i < N; i++) {
		int rc;

		/* The line that is to be named: */
		rc = pthread_create(&t[i], NULL, wait_for_main, NULL);
		if (rc != 0)
			return 1;
	}
	pthread_mutex_unlock(&m);
	for (int i = 0; i < N; i++)
		finish(t[i]);
	return 0;
}
