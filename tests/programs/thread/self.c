/* SPDX-License-Identifier: MIT */
/* self: pthread_self is what pthread_create said, and threads differ
 *
 * check: --exhaustive
 * verdict: verified
 * states: equal
 * native: sc
 */
#include "test.h"

static atomic_int ready;
static pthread_t name;

static void *compare(void *main_thread)
{
	while (!atomic_load(&ready))
		;
	assert(pthread_equal(pthread_self(), name));
	assert(!pthread_equal(pthread_self(), *(pthread_t *)main_thread));
	return NULL;
}

int main(void)
{
	pthread_t me = pthread_self();

	name = start(compare, &me);
	atomic_store(&ready, 1);
	finish(name);
	printf("equal\n");
	return 0;
}
