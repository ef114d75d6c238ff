/* SPDX-License-Identifier: MIT */
/* segments: an access through a segment register is a hole, and its offset is
 * announced as no address
 *
 * Each thread reaches a variable of its own that way, alone, as a part of a
 * larger one, whole, and by an instruction's operand.  Offsets from the
 * thread's block are negative: who takes one for an address ends by a signal.
 *
 * verdict: partial
 * holes: unannounced
 * modes: checkpoint
 *
 * check: --exhaustive
 * executions: 1
 * says: announced (access through a segment register (
 * says: segments.c:39))
 *
 * check: --exhaustive
 * flags: -O0
 * executions: 1
 * says: announced (access through a segment register (
 * says: segments.c:39))
 */
#include "test.h"

struct several {
	long part[5];
	unsigned low : 3, high : 5;
};

static __thread volatile struct several mine;
static __thread volatile long one;

#define SEGMENT __seg_fs
#define THERE(x) ((long)&(x)-block)

static void *use(void *unused)
{
	long block = *(long SEGMENT *)0;
	volatile long SEGMENT *p = (volatile long SEGMENT *)THERE(one);
	volatile struct several SEGMENT *q =
		(volatile struct several SEGMENT *)THERE(mine);
	struct several copy;

	one = 3;
	*p = *p + 4;
	assert(one == 7);
	q->part[3] = 5;
	q->high = 9;
	assert(mine.part[3] == 5 && mine.high == 9 && mine.low == 0);
	copy = *q;
	assert(copy.part[3] == 5);
	copy.part[4] = 6;
	*q = copy;
	assert(mine.part[4] == 6);
#ifndef __clang__ /* it forgets the register */
	__asm__("movq $8, %0" : "=m"(*p));
	assert(one == 8);
#endif
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, use, NULL);
	pthread_join(t, NULL);
	use(NULL);
	return 0;
}
