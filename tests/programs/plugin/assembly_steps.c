/* SPDX-License-Identifier: MIT */
/* assembly_steps: what an instruction does in two steps is two, or is said
 *
 * INCREMENT and its kin: each of two threads adds 1 by an instruction without
 * a lock, which reads and then writes: 2, or 1 when both read first. LOCKED: 2.
 * WRITTEN: an operand that is said to be read only, and "memory" for the rest,
 * and STORES: two stores in one text, which another thread may come between:
 * scarp makes them in one, and says so.  ALONE: nobody is there to see it.
 *
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * flags: -DADD=INCREMENT
 * states: 1 2
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DADD=INCREMENT -O0
 * states: 1 2
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DADD=INCREMENT --keep-O -O3
 * states: 1 2
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DADD=EXCHANGE_ADD
 * states: 1 2
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DADD=SUBTRACT_BYTE
 * states: 1 2
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DADD=POINTED
 * states: 1 2
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DADD=LOCKED
 * states: 2
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DADD=LOCKED_FLAG
 * states: 2
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DADD=WRITTEN
 * verdict: partial
 * holes: may_tear
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DADD=STORES
 * verdict: partial
 * holes: may_tear
 *
 * check: --exhaustive
 * modes: checkpoint
 * flags: -DADD=STORES -DALONE
 * races: none
 * states: 1
 */
#include "test.h"

static volatile int x, y;

#define INCREMENT __asm__ volatile("incl %0" : "+m"(x) : : "cc")
#define EXCHANGE_ADD                                                           \
	int one = 1;                                                           \
	__asm__ volatile("xaddl %0, %1" : "+r"(one), "+m"(x) : : "cc")
#define SUBTRACT_BYTE                                                          \
	__asm__ volatile("subb $255, %0"                                       \
			 : "+m"(*(volatile char *)&x)                          \
			 :                                                     \
			 : "cc", "memory")
#define POINTED                                                                \
	volatile int *volatile p = &x;                                         \
	__asm__("addl %1, %0" : "+m"(*p) : "ir"(1) : "cc")
#define LOCKED __asm__ volatile("lock; incl %0" : "+m"(x) : : "cc")
#define LOCKED_FLAG                                                            \
	char zero;                                                             \
	__asm__ volatile("lock\n\tincl %0\n\tsetz %1"                          \
			 : "+m"(x), "=q"(zero)                                 \
			 :                                                     \
			 : "cc")
#define WRITTEN __asm__ volatile("incl %0" : : "m"(x) : "memory", "cc")
#define STORES __asm__ volatile("movl $1, %0; movl $2, %1" : "=m"(x), "=m"(y))

static void *adds(void *unused)
{
	ADD;
	return NULL;
}

int main(void)
{
#ifdef ALONE
	adds(NULL);
#else
	pthread_t a = start(adds, NULL), b = start(adds, NULL);

	finish(a);
	finish(b);
#endif
	printf("%d\n", x);
	return 0;
}
