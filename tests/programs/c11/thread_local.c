/* SPDX-License-Identifier: MIT */
/* thread_local: _Thread_local with an initialiser
 *
 * check: --exhaustive
 * verdict: verified
 * states: 4,4,3
 * native: sc
 */
#include "test.h"
#include <threads.h>

static _Thread_local int mine = 3;

static int work(void *unused)
{
	mine++;
	thrd_yield();
	return mine;
}

int main(void)
{
	thrd_t a, b;
	int m, n;

	thrd_create(&a, work, NULL);
	thrd_create(&b, work, NULL);
	thrd_join(a, &m);
	thrd_join(b, &n);
	printf("%d,%d,%d\n", m, n, mine);
	return 0;
}
