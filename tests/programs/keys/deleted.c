/* SPDX-License-Identifier: MIT */
/* deleted: a key made again starts empty in every thread; a deleted one calls
 * no destructor
 *
 * check: --exhaustive
 * verdict: verified
 * states: again=0,calls=0
 * native: sc
 */
#include "test.h"

static pthread_key_t key;
static int calls;

static void at_end(void *value)
{
	calls++;
}

static void *use(void *unused)
{
	pthread_key_create(&key, at_end);
	pthread_setspecific(key, &calls);
	pthread_key_delete(key);
	return NULL;
}

int main(void)
{
	pthread_key_t other;
	int again;

	finish(start(use, NULL));
	use(NULL);
	pthread_key_create(&other, NULL);
	again = pthread_getspecific(other) != NULL;
	printf("again=%d,calls=%d\n", again, calls);
	return 0;
}
