/* SPDX-License-Identifier: MIT */
/* one_step_more: a step that registers an exit handler, or not, by what it has
 * read
 *
 * The handlers are one list.  Where the reader comes first, its handler may
 * come before or after the other's: 3 traces.  To reverse the two steps with
 * handlers, before x is stored, is to reverse what the reader did in another
 * place.
 *
 * check: --exhaustive --reduce optimal
 * verdict: verified
 * states: exit21 exit12 exit2
 * native: prints anything
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * states: exit21 exit12 exit2
 * native: prints anything
 */
#include "test.h"

#include <stdlib.h>

static atomic_int x;
atomic_int z; /* seen from outside: it is stored to */

static void one(void)
{
	fputs("1", stdout);
}

static void two(void)
{
	fputs("2", stdout);
}

static void *reads(void *unused)
{
	if (atomic_load(&x) == 0)
		atexit(one);
	return NULL;
}

static void *stores(void *unused)
{
	atomic_store(&x, 1);
	return NULL;
}

static void *registers(void *unused)
{
	atomic_store(&z, 1);
	atexit(two);
	return NULL;
}

int main(void)
{
	pthread_t t = start(reads, NULL), u = start(stores, NULL),
		  v = start(registers, NULL);

	finish(t);
	finish(u);
	finish(v);
	fputs("exit", stdout);
	return 0;
}
