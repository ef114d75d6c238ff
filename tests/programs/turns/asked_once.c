/* SPDX-License-Identifier: MIT */
/* asked_once: with which values a wait goes on is asked for once each, whatever
 * comes before it
 *
 * In the first execution main meets 0, 1 and 2. In the second one, where U's
 * store of y comes first, T has stored both before main does anything: nobody
 * need try whether main could have gone on before that.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1 2
 * executions: 2
 * blocked: 0
 * native: sc
 */
#include "test.h"

static atomic_int x, y;

static void *count(void *unused)
{
	atomic_store(&x, 1);
	atomic_store(&x, 2);
	return unused;
}

static void *other(void *unused)
{
	atomic_store(&y, 2);
	return unused;
}

int main(void)
{
	pthread_t t = start(count, NULL), u = start(other, NULL);

	atomic_store(&y, 1);
	while (atomic_load(&x) != 2)
		;
	finish(t);
	finish(u);
	printf("%d\n", atomic_load(&y));
	return 0;
}
