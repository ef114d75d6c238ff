/* SPDX-License-Identifier: MIT */
/* hooks_atomic.h - atomic operations: from the compiler's entry points
 * (hooks_atomic_entry.c) to what they are under control (hooks_atomic.c)
 *
 * `pc` is the return address of the hook's call.  `mo` of fetch_add and
 * fetch_sub may have DEAD in it.
 */
#ifndef NATIVE_HOOKS_ATOMIC_H
#define NATIVE_HOOKS_ATOMIC_H

#include "native/rt.h"

#define ATOMIC_UPDATE(bits, type, name)                                        \
	HIDDEN type atomic##bits##_##name(                                     \
		volatile type *p, type v, int mo, uint64_t pc);
#define ATOMIC_OPERATIONS(bits, type)                                          \
	HIDDEN type atomic##bits##_load(                                       \
		const volatile type *p, int mo, uint64_t pc);                  \
	HIDDEN void atomic##bits##_store(                                      \
		volatile type *p, type v, int mo, uint64_t pc);                \
	ATOMIC_UPDATE(bits, type, exchange)                                    \
	ATOMIC_UPDATE(bits, type, fetch_add)                                   \
	ATOMIC_UPDATE(bits, type, fetch_sub)                                   \
	ATOMIC_UPDATE(bits, type, fetch_and)                                   \
	ATOMIC_UPDATE(bits, type, fetch_or)                                    \
	ATOMIC_UPDATE(bits, type, fetch_xor)                                   \
	ATOMIC_UPDATE(bits, type, fetch_nand)                                  \
	HIDDEN bool atomic##bits##_compare_exchange(volatile type *p,          \
		type *expected, type v, int mo, int fail_mo, uint64_t pc);     \
	HIDDEN bool atomic##bits##_compare_exchange_weak(volatile type *p,     \
		type *expected, type v, int mo, int fail_mo, uint64_t pc);     \
	HIDDEN type atomic##bits##_compare_exchange_val(volatile type *p,      \
		type expected, type v, int mo, int fail_mo, uint64_t pc);

ATOMIC_OPERATIONS(8, uint8_t)
ATOMIC_OPERATIONS(16, uint16_t)
ATOMIC_OPERATIONS(32, uint32_t)
ATOMIC_OPERATIONS(64, uint64_t)

HIDDEN void atomic_fence(int mo, uint64_t pc);

#endif
