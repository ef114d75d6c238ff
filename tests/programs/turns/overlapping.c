/* SPDX-License-Identifier: MIT */
/* overlapping: three threads wait for ever, for places of different sizes that
 * overlap; each is let go at the dead end, and could be before
 *
 * check: --exhaustive --turns erased --stop-after 0
 * verdict: bug livelock
 */
#include "test.h"

static union {
	_Atomic unsigned long all;
	_Atomic unsigned short half[4];
	_Atomic unsigned char byte[8];
} u;

static void *take_half(void *unused)
{
	while (atomic_exchange(&u.half[0], 0) == 0)
		;
	return unused;
}

static void *look_at_byte(void *unused)
{
	while (atomic_load(&u.byte[1]) < 1)
		;
	return unused;
}

static void *nothing(void *unused)
{
	return unused;
}

int main(void)
{
	pthread_t t = start(take_half, NULL), v = start(look_at_byte, NULL),
		  w = start(nothing, NULL);

	while (atomic_exchange(&u.all, 0) == 0)
		;
	finish(t);
	finish(v);
	finish(w);
	return 0;
}
