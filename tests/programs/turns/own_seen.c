/* SPDX-License-Identifier: MIT */
/* own_seen: what a turn changes for a while on its own stack, or in its own
 * thread-local storage, others may have a pointer to
 *
 * check: --exhaustive --turns erased
 * flags: -DWHERE=
 * verdict: verified
 * states: 0 1
 * native: sc
 *
 * check: --exhaustive --turns erased
 * flags: -DWHERE=static\ _Thread_local
 * verdict: verified
 * states: 0 1
 */
#include "test.h"

static atomic_int stop, seen;
static _Atomic(atomic_int *) where;

static void *toggle(void *unused)
{
	WHERE atomic_int x;

	atomic_store(&x, 0);
	atomic_store(&where, &x);
	while (!atomic_load(&stop)) {
		atomic_store(&x, 1);
		atomic_store(&x, 0);
	}
	return unused;
}

static void *look(void *unused)
{
	atomic_int *x;

	while (!(x = atomic_load(&where)))
		;
	atomic_store(&seen, atomic_load(x));
	atomic_store(&stop, 1);
	return unused;
}

int main(void)
{
	pthread_t t = start(toggle, NULL), u = start(look, NULL);

	finish(t);
	finish(u);
	printf("%d\n", atomic_load(&seen));
	return 0;
}
