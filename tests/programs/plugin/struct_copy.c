/* SPDX-License-Identifier: MIT */
/* struct_copy: a copy from shared to shared reads first and stores later
 *
 * By hand: when the other thread sets both first members between the copy's
 * read and its store, what it set in `to` is overwritten by what was read
 * before, 0; else `to` ends with 1.  The last member is set in neither.
 *
 * races: some
 * states: 0 1
 * native: prints 0 1
 *
 * check: --exhaustive
 * verdict: partial
 * holes: may_tear
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DSIZE=8 -O0
 * verdict: verified
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DSIZE=8 --keep-O -O3
 * verdict: verified
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DSIZE=2
 * verdict: verified
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DSIZE=4 -DVOLATILE=volatile
 * verdict: verified
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DSIZE=16
 * verdict: partial
 * holes: may_tear
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DSIZE=3 -DALIGN=1
 * verdict: verified
 * holes: may_tear
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DSIZE=40 -O0
 * verdict: partial
 * holes: may_tear
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DSIZE=40 --keep-O -O3
 * verdict: partial
 * holes: may_tear
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DSIZE=40 -DRESULT
 * verdict: partial
 * holes: may_tear
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DSIZE=40 -DELEMENT
 * verdict: partial
 * holes: may_tear
 */
#include "test.h"

#ifndef SIZE
#define SIZE 24
#endif
#ifndef ALIGN
#define ALIGN SIZE <= 8 ? SIZE : 8
#endif
#ifndef VOLATILE
#define VOLATILE
#endif

struct part {
	_Alignas(ALIGN) char c[SIZE];
};

static VOLATILE struct part array[2];

static void *other(void *unused)
{
	array[0].c[0] = 1;
	array[1].c[0] = 1;
	return NULL;
}

#ifdef RESULT
__attribute__((noinline)) static struct part get(void)
{
	return array[0];
}
#else
#define get() array[0]
#endif

int main(void)
{
	pthread_t t = start(other, NULL);
#ifdef ELEMENT
	volatile int i = 0;

	array[i + 1] = array[i];
#else
	array[1] = get();
#endif
	finish(t);
	printf("%d\n", array[1].c[0]);
	return 0;
}
