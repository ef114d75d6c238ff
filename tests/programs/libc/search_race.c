/* SPDX-License-Identifier: MIT */
/* search_race: tfind beside a tsearch that nothing orders: glibc's leads to the
 * new node before the key is in it, and so the comparison is given NULL
 *
 * check: --exhaustive
 * verdict: bug crash
 * races: some
 * replays: 1
 * native: prints anything
 */
#include "test.h"

#include <search.h>

static int key = 1, compared;
static void *root;

static int by_value(const void *a, const void *b)
{
	compared++;
	return *(const int *)a - *(const int *)b;
}

static void *add(void *unused)
{
	assert(tsearch(&key, &root, by_value));
	return unused;
}

int main(void)
{
	pthread_t t = start(add, NULL);
	bool found = tfind(&key, &root, by_value) != NULL;

	finish(t);
	assert(compared == found);
	puts(found ? "found" : "none");
	tdelete(&key, &root, by_value);
	assert(!root);
	return 0;
}
