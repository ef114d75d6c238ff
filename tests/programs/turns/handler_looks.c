/* SPDX-License-Identifier: MIT */
/* handler_looks: a thread is taken out of its loop before it sets anew what
 * each turn sets
 *
 * The next turn divides by 0, and its handler leaves the loop: what the last
 * turn told is read by the thread itself. (By hand: nothing was told yet, or 1
 * by one that found 12, or 3 by one that found 4.)
 *
 * check: --exhaustive --turns erased
 * verdict: verified
 * states: 0 1 3
 * native: sc
 */
#include "test.h"

#include <setjmp.h>
#include <signal.h>

static sigjmp_buf out;
static atomic_int x = 12, told;

static void leave(int number)
{
	(void)number;
	siglongjmp(out, 1);
}

static void *divide(void *unused)
{
	int found;

	if (sigsetjmp(out, 1))
		return unused;
	do {
		found = 12 / atomic_load(&x);
		atomic_store(&told, found);
	} while (found != 2);
	return NULL;
}

int main(void)
{
	pthread_t t;

	signal(SIGFPE, leave);
	t = start(divide, NULL);
	atomic_store(&x, 4);
	atomic_store(&x, 0);
	finish(t);
	printf("%d\n", atomic_load(&told));
	return 0;
}
