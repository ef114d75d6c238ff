/* SPDX-License-Identifier: MIT */
/* names: a name set in one execution is gone in the next, and a new thread with
 * an old thread's number does not have it
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc
 * states: none,own,none
 */
#include "test.h"

static atomic_int x;

static void *named(void *to)
{
	char name[16];

	atomic_fetch_add(&x, 1);
	pthread_getname_np(pthread_self(), name, sizeof name);
	/* Without a name of its own it has the program's. */
	assert(strcmp(name, program_invocation_short_name) == 0);
	if (to)
		pthread_setname_np(pthread_self(), to);
	atomic_fetch_add(&x, 1);
	pthread_getname_np(pthread_self(), name, sizeof name);
	return strcmp(name, "own") == 0 ? "own" : "none";
}

int main(void)
{
	pthread_t a = start(named, NULL), b = start(named, "own");
	const char *first = finish(a), *second = finish(b);

	printf("%s,%s,%s\n", first, second,
		(const char *)finish(start(named, NULL)));
	return 0;
}
