/* SPDX-License-Identifier: MIT */
/* asked_above: that another thread is wanted at an early choice shows behind a
 * later choice alone
 *
 * In each group, the last but one writes to y if it comes behind the last one
 * and if the second was before the third; and then there is a race with the
 * first thread's read of y, which came before all that.  Of processes that
 * share the search, one has the earlier choice, and goes on with the third
 * before the second, where nobody writes to y: the other one must tell it.
 *
 * Six traces for each group.  The third before the second: the fourth before
 * or behind the fifth.  The second before the third: the fourth before the
 * fifth; behind it and before w is set; or behind both, and then the read of y
 * before or behind the write.  Groups have nothing in common.
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * executions: 36
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 36
 */
#include "test.h"

#ifndef GROUPS
#define GROUPS 2
#endif

static struct {
	atomic_int x, y, z, w;
} group[GROUPS];

static void *first(void *g)
{
	return (void *)(intptr_t)atomic_load(&group[(intptr_t)g].y);
}

static void *second(void *g)
{
	if (!atomic_load(&group[(intptr_t)g].z))
		atomic_store(&group[(intptr_t)g].w, 1);
	return NULL;
}

static void *third(void *g)
{
	atomic_store(&group[(intptr_t)g].z, 1);
	return NULL;
}

static void *fourth(void *g)
{
	if (atomic_load(&group[(intptr_t)g].x) &&
		atomic_load(&group[(intptr_t)g].w))
		atomic_store(&group[(intptr_t)g].y, 1);
	return NULL;
}

static void *fifth(void *g)
{
	atomic_store(&group[(intptr_t)g].x, 1);
	return NULL;
}

int main(void)
{
	static void *(*const body[])(void *) = {
		first, second, third, fourth, fifth};
	pthread_t t[GROUPS][5];

	for (intptr_t g = 0; g < GROUPS; g++)
		for (int i = 0; i < 5; i++)
			t[g][i] = start(body[i], (void *)g);
	for (int g = 0; g < GROUPS; g++)
		for (int i = 0; i < 5; i++)
			finish(t[g][i]);
	return 0;
}
