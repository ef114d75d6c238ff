/* SPDX-License-Identifier: MIT */
/* tagged_head: a head of 16 bytes that a function makes anew, as the head of a
 * lock-free stack with a tag
 *
 * Under a lock: each thread adds 1 to the tag, in every execution from 0 on.
 * Without the plugin, gcc announces neither the store nor the read, and the
 * head that an execution finds is what the one before has left.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 16,2
 * races: none
 * native: sc
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: verified
 * states: 16,2
 *
 * check: --exhaustive
 * flags: --no-plugin
 * compilers: gcc
 * modes: checkpoint restart
 * fallback: fork
 * holes: aggregate_results unannounced unseen_stores
 * verdict: partial
 * states: 16,2
 * says: 'head.ptr' of
 * says: next, called at
 */
#include "test.h"

struct tp {
	long ptr, tag;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct tp head;

__attribute__((noinline)) static struct tp next(struct tp t)
{
	t.ptr += 8;
	t.tag++;
	return t;
}

static void *push(void *unused)
{
	pthread_mutex_lock(&lock);
	head = next(head);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t a = start(push, NULL), b = start(push, NULL);

	finish(a);
	finish(b);
	printf("%ld,%ld\n", head.ptr, head.tag);
	return 0;
}
