/* SPDX-License-Identifier: MIT */
/* plain_before: a plain store that changes nothing for who waits, before the
 * store that does: whoever looks between the two races with it
 *
 * By the values alone nobody need look there.  (W is created when f is 2, V
 * stores plainly where it has read 1.)
 *
 * check: --exhaustive --turns erased
 * verdict: verified
 * races: some
 */
#include "test.h"

static int p;
static atomic_int f;

static void *wait_for(void *unused)
{
	while (__atomic_load_n(&p, __ATOMIC_ACQUIRE) != 2)
		;
	return unused;
}

static void *set(void *unused)
{
	if (atomic_load(&f) == 1)
		p = 1;
	__atomic_store_n(&p, 2, __ATOMIC_RELEASE);
	return unused;
}

int main(void)
{
	pthread_t v = start(set, NULL), w;

	atomic_store(&f, 1);
	atomic_store(&f, 2);
	w = start(wait_for, NULL);
	finish(v);
	finish(w);
	return 0;
}
