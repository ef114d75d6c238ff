/* SPDX-License-Identifier: MIT */
/* no_new_privs: PR_SET_NO_NEW_PRIVS is of the thread that says it and of those
 * that it creates later, no others; and it goes back with the rest: main looks
 * before it says so, in either order of the load and the store.  What it sees,
 * 0 unless a container has said so, it sees each time: two lines.
 *
 * check: --exhaustive
 * verdict: verified
 * distinct: 2
 */
#include "test.h"

#include <stdatomic.h>
#include <sys/prctl.h>

static atomic_int x;
static int before;

static int get(void)
{
	return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
}

static void set(void)
{
	assert(prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0) == -1 && errno == EINVAL);
	assert(prctl(PR_SET_NO_NEW_PRIVS, 1, 1, 0, 0) == -1 && errno == EINVAL);
	assert(prctl(PR_GET_NO_NEW_PRIVS, 1, 0, 0, 0) == -1 && errno == EINVAL);
	assert(get() == before);
	assert(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	assert(get() == 1);
}

static void *inherits(void *unused)
{
	assert(get() == 1);
	return unused;
}

static void *work(void *unused)
{
	atomic_store(&x, 1);
	assert(get() == before);
	return unused;
}

int main(void)
{
	pthread_t t;
	int seen;

	before = get();
	t = start(work, NULL);
	seen = atomic_load(&x);
	set();
	finish(t);
	finish(start(inherits, NULL));
	printf("%d:%d\n", before, seen);
	return 0;
}
