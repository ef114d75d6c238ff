/* SPDX-License-Identifier: MIT */
/* unknown_forced: a fast mode that the user insists on does not undo what a
 * call that scarp does not know has written: never `verified` in that mode
 *
 * ecvt_r writes to a heap block of the test's.  A block that was there at a
 * checkpoint must be as it was: the audit sees that it is not, and the search
 * starts again in fork mode, where it is.  In restart mode every execution
 * makes its block anew.  That another thread is there while it does leaves a
 * hole in any mode.
 *
 * check: --exhaustive
 * modes: checkpoint
 * fallback: fork
 * verdict: partial
 * holes: unseen_calls unseen_stores
 * says: a heap block of 64 bytes
 *
 * check: --exhaustive
 * modes: restart
 * verdict: partial
 * holes: unknown_calls unseen_calls
 * says: ecvt_r (unknown_forced.c:40)
 *
 * check: --exhaustive
 * modes: fork
 * verdict: partial
 * holes: unseen_calls
 * says: ecvt_r (unknown_forced.c:
 */
#include "test.h"

static atomic_int x;

static void *work(void *table)
{
	int point, sign;

	atomic_fetch_add(&x, 1);
	/* The line that is to be named: */
	ecvt_r(1.5, 3, &point, &sign, table, 20);
	return NULL;
}

int main(void)
{
	size_t *table = calloc(8, sizeof *table);
	pthread_t t;

	assert(table);
	t = start(work, table);
	atomic_fetch_add(&x, 1);
	finish(t);
	free(table);
	return 0;
}
