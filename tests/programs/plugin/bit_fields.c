/* SPDX-License-Identifier: MIT */
/* bit_fields: the machine reads the unit, puts the bits in, and stores it
 *
 * Each of two threads stores 1 to a field of its own.  By hand: what one stores
 * is lost when it does so between the other's read and store.
 *
 * verdict: verified
 * races: some
 * native: prints 1,1 1,0 0,1
 *
 * check: --exhaustive
 * states: 1,1 1,0 0,1
 *
 * check: --exhaustive
 * states: 1,1 1,0 0,1
 * modes: checkpoint
 * flags: -O0
 *
 * check: --exhaustive
 * states: 1,1 1,0 0,1
 * modes: checkpoint
 * flags: --keep-O -O3
 *
 * check: --exhaustive
 * states: 1,1 1,0 0,1
 * modes: checkpoint
 * flags: -DTYPE=unsigned -DA=4 -DB=20
 *
 * check: --exhaustive
 * states: 1,1 1,0 0,1
 * modes: checkpoint
 * flags: -DTYPE=long -DA=40 -DB=9
 *
 * check: --exhaustive
 * states: 1,1 1,0 0,1
 * modes: checkpoint
 * flags: -DTYPE=long -DVOLATILE=volatile -DA=33 -DB=20
 *
 * check: --exhaustive
 * states: 1,1 1,0 0,1
 * modes: checkpoint
 * flags: -DTYPE=bool -DA=1 -DB=1
 *
 * Whole bytes, but one memory location to C11: gcc alone would store them
 * without reading, clang at -O0 does not.
 *
 * check: --exhaustive
 * states: 1,1 1,0 0,1
 * modes: checkpoint
 * flags: -DA=8 -DB=8
 *
 * Three bytes, which no instruction moves.
 *
 * check: --exhaustive
 * states: 1,1 1,0 0,1
 * modes: checkpoint
 * flags: -DTYPE=unsigned -DA=12 -DB=12 -DATTRIBUTE=__attribute__((packed))
 * holes: may_tear
 *
 * Each in a word of its own: nothing is lost.
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DTYPE=long -DA=40 -DB=40
 * races: none
 * states: 1,1
 */
#include "test.h"

#ifndef A
#define A 3
#define B 4
#endif
#ifndef TYPE
#define TYPE unsigned char
#endif
#ifndef VOLATILE
#define VOLATILE
#endif
#ifndef ATTRIBUTE
#define ATTRIBUTE
#endif

static VOLATILE struct ATTRIBUTE {
	TYPE a : A, b : B;
} s;

static void *other(void *unused)
{
	s.b = 1;
	return NULL;
}

int main(void)
{
	pthread_t t = start(other, NULL);

	s.a = 1;
	finish(t);
	printf("%d,%d\n", (int)s.a, (int)s.b);
	return 0;
}
