/* SPDX-License-Identifier: MIT */
/* hooks_range.c - plain accesses that scarp's own compiler plugins announce
 *
 * What the compiler's instrumentation leaves out and src/plugin adds: memory
 * operands of inline assembly and of machine intrinsics, and whatever has a
 * size that the hooks of hooks_tsan.c do not.  Called before the access.  In
 * pass-through mode calls of them are taken out of the program (unhook.h), or
 * return at once.
 *
 * Where one instruction makes several accesses, each store but the last one
 * announced is logged again after them.  Where the machine makes one access in
 * several steps, and scarp in one, it is torn: a hole, if it races.  One of 16
 * bytes that the machine does make at once is whole: none.
 */
#include "native/races/shadow.h"
#include "native/spin.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static inline __attribute__((always_inline)) void announce(
	void *p, unsigned long n, unsigned flags, uint64_t pc)
{
	if (!rt.on || n == 0)
		return;
	if (--rt.fuel < 0)
		spin_fuel((uint64_t)p, n, pc);
	access_plain((uint64_t)p, n, flags, pc);
}

ACCESS_HOOK void __scarp_read_range(void *p, unsigned long n)
{
	announce(p, n, ACC_READ | access_odd(n), CALLER);
}

ACCESS_HOOK void __scarp_write_range(void *p, unsigned long n)
{
	announce(p, n, ACC_WRITE | access_odd(n), CALLER);
}

ACCESS_HOOK void __scarp_read_torn(void *p, unsigned long n)
{
	announce(p, n, ACC_READ | ACC_TORN, CALLER);
}

ACCESS_HOOK void __scarp_write_torn(void *p, unsigned long n)
{
	announce(p, n, ACC_WRITE | ACC_TORN, CALLER);
}

ACCESS_HOOK void __scarp_read_whole(void *p, unsigned long n)
{
	announce(p, n, ACC_READ | ACC_WHOLE, CALLER);
}

ACCESS_HOOK void __scarp_write_whole(void *p, unsigned long n)
{
	announce(p, n, ACC_WRITE | ACC_WHOLE, CALLER);
}

ACCESS_HOOK void __scarp_log_range(void *p, unsigned long n)
{
	if (rt.on)
		access_log(p, n);
}
