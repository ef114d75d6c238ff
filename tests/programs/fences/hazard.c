/* SPDX-License-Identifier: MIT */
/* hazard: a hazard pointer that is not seen before its reader looks again
 *
 * Michael (2004).  A reader says which node it uses and looks whether that is
 * still the current one; who replaces the node frees it unless a reader said
 * so. The store has to be seen before the second look.
 *
 * native: prints anything
 * native: exits -6
 *
 * check: --exhaustive
 * verdict: verified
 *
 * check: --exhaustive --model tso
 * verdict: bug use_after_free
 * replays: 1
 *
 * check: --exhaustive --model tso --fence hazard.c:36
 * verdict: verified
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	int value;
};

static _Atomic(struct node *) current, hazard;
static int sum;

static void *reader(void *unused)
{
	struct node *n = atomic_load_explicit(&current, memory_order_acquire);

	atomic_store_explicit(&hazard, n, memory_order_release); /* SAYS */
	if (atomic_load_explicit(&current, memory_order_acquire) == n)
		sum = n->value;
	atomic_store_explicit(&hazard, NULL, memory_order_release);
	return unused;
}

static void *writer(void *unused)
{
	static struct node next;
	struct node *old = atomic_exchange(&current, &next);

	if (atomic_load(&hazard) != old)
		free(old);
	return unused;
}

int main(void)
{
	pthread_t one, two;

	atomic_store(&current, calloc(1, sizeof(struct node)));
	pthread_create(&one, NULL, reader, NULL);
	pthread_create(&two, NULL, writer, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return sum;
}
