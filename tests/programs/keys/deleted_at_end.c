/* SPDX-License-Identifier: MIT */
/* deleted_at_end: a key that is deleted between the last operation of a thread
 * and its end: the destructor is no longer called
 *
 * Main reads 0 or 1, and deletes the key before the thread ends or later.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: 0,0 0,1 1,0 1,1
 * native: sc
 */
#include "test.h"

static pthread_key_t key;
static atomic_int x, destroyed;

static void destroy(void *value)
{
	destroyed = 1;
}

static void *ends(void *unused)
{
	pthread_setspecific(key, &key);
	x = 1;
	return NULL;
}

int main(void)
{
	pthread_t t;
	int seen;

	pthread_key_create(&key, destroy);
	t = start(ends, NULL);
	seen = x;
	pthread_key_delete(key);
	finish(t);
	printf("%d,%d\n", seen, destroyed);
	return 0;
}
