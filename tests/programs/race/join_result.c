/* SPDX-License-Identifier: MIT */
/* join_result: a join stores what the thread returned, and another one looks
 *
 * check: --exhaustive
 * verdict: verified
 * races: some
 */
#include "test.h"

static void *result, *volatile seen;

static void *nothing(void *arg)
{
	return arg;
}

static void *looks(void *arg)
{
	seen = result;
	return arg;
}

int main(void)
{
	pthread_t ended = start(nothing, NULL), t = start(looks, NULL);

	pthread_join(ended, &result);
	finish(t);
	return 0;
}
