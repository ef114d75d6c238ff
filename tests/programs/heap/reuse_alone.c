/* SPDX-License-Identifier: MIT */
/* reuse_alone: one thread; only what malloc gives is chosen, and by the size
 * class alone
 *
 * Three blocks of one class freed, then two allocations of it: the first has 4
 * alternatives; the second 4 after new memory, 3 after a freed block: 4 + 3*3.
 *
 * check: --exhaustive --reduce none --heap=reuse
 * flags: -DCLASS
 * verdict: verified
 * executions: 13
 * distinct: 13
 *
 * 9 freed: of the 7 freed last any can be had, and new memory; not the first 2.
 *
 * check: --exhaustive --reduce none --heap=reuse
 * flags: -DMANY
 * verdict: verified
 * executions: 8
 * states: new 2 3 4 5 6 7 8
 *
 * Sizes 1 to 24 are one class, 25 to 40 the next; larger alignments and blocks
 * of more than 128 KiB have none: no choice.
 *
 * check: --exhaustive --heap=reuse
 * flags: -DFREED=malloc(24) -DWANTED=malloc(1)
 * verdict: verified
 * states: new 0
 *
 * check: --exhaustive --heap=reuse
 * flags: -DFREED=malloc(24) -DWANTED=malloc(25)
 * verdict: verified
 * states: new
 *
 * check: --exhaustive --heap=reuse
 * flags: -DFREED=malloc(40) -DWANTED=malloc(25)
 * verdict: verified
 * states: new 0
 *
 * check: --exhaustive --heap=reuse
 * flags: -DFREED=malloc(20) -DWANTED=aligned_alloc(32,20)
 * verdict: verified
 * states: new
 *
 * check: --exhaustive --heap=reuse
 * flags: -DFREED=malloc(131072) -DWANTED=malloc(131072)
 * verdict: verified
 * states: new 0
 *
 * check: --exhaustive --heap=reuse
 * flags: -DFREED=malloc(131073) -DWANTED=malloc(131073)
 * verdict: verified
 * states: new
 * native: prints 0
 *
 * calloc, realloc and reallocarray take part.
 *
 * check: --exhaustive --heap=reuse
 * flags: -DFREED=calloc(3,4) -DWANTED=calloc(4,4)
 * verdict: verified
 * states: new 0
 *
 * check: --exhaustive --heap=reuse
 * flags: -DFREED=malloc(100) -DWANTED=realloc(malloc(8),100)
 * verdict: verified
 * states: new 0
 *
 * From half of the steps on there is new memory alone: 20 decisions are 9
 * allocations, 9 frees, one allocation, and the end.
 *
 * check: --exhaustive --reduce none --heap=reuse --max-steps 36
 * flags: -DMANY
 * verdict: partial
 * exit: 0
 * executions: 1
 * states: new
 * holes: heap_points
 *
 * check: --exhaustive --reduce none --heap=reuse --max-steps 40
 * flags: -DMANY
 * verdict: verified
 * executions: 8
 *
 * Nothing was freed before: neither option is worth a word.
 *
 * check: --exhaustive
 * flags: -DNONE
 * verdict: verified
 * states: new
 *
 * The first calls of a size have no alternative: one execution.
 *
 * check: --exhaustive --reduce none --heap=reuse
 * flags: -DNONE
 * verdict: verified
 * executions: 1
 */
#include "test.h"

#ifdef MANY
#define BLOCKS 9
#define FREED malloc(24)
#define WANTED malloc(24)
#elif defined CLASS
#define BLOCKS 3
#define FREED malloc(24)
#define WANTED malloc(24)
#else
#define BLOCKS 1
#endif
#ifdef NONE
#define FREED NULL
#define WANTED malloc(24)
#endif

static char *freed[BLOCKS];

static const char *which(char *p)
{
	static const char *const name[] = {
		"0", "1", "2", "3", "4", "5", "6", "7", "8"};

	for (int i = 0; i < BLOCKS; i++)
		if (p == freed[i])
			return name[i];
	return "new";
}

int main(void)
{
	char *p;

	for (int i = 0; i < BLOCKS; i++)
		freed[i] = FREED;
	for (int i = 0; i < BLOCKS; i++)
		free(freed[i]);
	p = WANTED;
	assert(p);
#ifdef CLASS
	printf("%s,", which(p));
	p = WANTED;
#endif
	printf("%s\n", which(p));
	return 0;
}
