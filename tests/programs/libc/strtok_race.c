/* SPDX-License-Identifier: MIT */
/* strtok_race: strtok keeps one position for the process; two threads that use
 * it race on it, though their strings are their own
 *
 * check: --exhaustive
 * verdict: bug assertion
 * races: some
 */
#include "test.h"

static bool is(const char *token, const char *expected)
{
	return token && strcmp(token, expected) == 0;
}

static void *split(void *text)
{
	assert(is(strtok(text, " "), "a"));
	assert(is(strtok(NULL, " "), "b"));
	assert(strtok(NULL, " ") == NULL);
	return NULL;
}

int main(void)
{
	static char one[] = "a b", two[] = "a b";
	pthread_t t = start(split, one);

	split(two);
	finish(t);
	return 0;
}
