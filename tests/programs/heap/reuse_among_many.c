/* SPDX-License-Identifier: MIT */
/* reuse_among_many: what the bare command tries at random beside a search that
 * does not come to its end has freed memory handed out again, too
 *
 * check: --max-executions 200
 * verdict: bug assertion
 * replays: 1
 *
 * check: --max-executions 200 --heap=fresh
 * verdict: partial
 */
#include "test.h"

enum {
	MANY = 40
};

static _Atomic int many;

static void *work(void *unused)
{
	for (int i = 0; i < MANY; i++)
		atomic_exchange(&many, i);
	return unused;
}

int main(void)
{
	pthread_t t = start(work, NULL), u = start(work, NULL);
	uintptr_t was;
	char *p = malloc(20);

	work(NULL);
	was = (uintptr_t)p;
	free(p);
	p = malloc(20);
	assert((uintptr_t)p != was); /* BUG */
	free(p);
	finish(t);
	finish(u);
	return 0;
}
