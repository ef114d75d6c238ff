/* SPDX-License-Identifier: MIT */
/* hooks_atomic_entry.c - atomic operations: the compiler's entry points
 *
 * In pass-through mode they are the processor's own, strong enough for each
 * order.  Under control hooks_atomic.c goes on, as if it had been called by the
 * test: no frame of theirs stands between.  What the plugins add to the order
 * of an addition (DEAD) is taken off there.
 */
#include "native/hooks/atomic_order.h"
#include "native/hooks/hooks_atomic.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#define LOAD(bits, type)                                                       \
	EXPORT type __tsan_atomic##bits##_load(const volatile type *p, int mo) \
	{                                                                      \
		if (unlikely(controlled()))                                    \
			return atomic##bits##_load(p, mo, CALLER);             \
		return __atomic_load_n(p, __ATOMIC_SEQ_CST);                   \
	}

#define STORE(bits, type)                                                      \
	EXPORT void __tsan_atomic##bits##_store(                               \
		volatile type *p, type v, int mo)                              \
	{                                                                      \
		if (unlikely(controlled()))                                    \
			atomic##bits##_store(p, v, mo, CALLER);                \
		else if (mo == SEQ_CST)                                        \
			__atomic_store_n(p, v, __ATOMIC_SEQ_CST);              \
		else                                                           \
			__atomic_store_n(p, v, __ATOMIC_RELEASE);              \
	}

#define RMW(bits, type, name, builtin)                                         \
	EXPORT type __tsan_atomic##bits##_##name(                              \
		volatile type *p, type v, int mo)                              \
	{                                                                      \
		if (unlikely(controlled()))                                    \
			return atomic##bits##_##name(p, v, mo, CALLER);        \
		return builtin(p, v, __ATOMIC_SEQ_CST);                        \
	}

#define CAS(bits, type, strength, how)                                         \
	EXPORT bool __tsan_atomic##bits##_compare_exchange_##strength(         \
		volatile type *p, type *expected, type v, int mo, int fail_mo) \
	{                                                                      \
		if (unlikely(controlled()))                                    \
			return atomic##bits##_##how(                           \
				p, expected, v, mo, fail_mo, CALLER);          \
		return __atomic_compare_exchange_n(p, expected, v, false,      \
			__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                   \
	}

#define CAS_VAL(bits, type)                                                    \
	EXPORT type __tsan_atomic##bits##_compare_exchange_val(                \
		volatile type *p, type expected, type v, int mo, int fail_mo)  \
	{                                                                      \
		if (unlikely(controlled()))                                    \
			return atomic##bits##_compare_exchange_val(            \
				p, expected, v, mo, fail_mo, CALLER);          \
		__atomic_compare_exchange_n(p, &expected, v, false,            \
			__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                   \
		return expected;                                               \
	}

#define ALL(bits, type)                                                        \
	LOAD(bits, type)                                                       \
	STORE(bits, type)                                                      \
	RMW(bits, type, exchange, __atomic_exchange_n)                         \
	RMW(bits, type, fetch_add, __atomic_fetch_add)                         \
	RMW(bits, type, fetch_sub, __atomic_fetch_sub)                         \
	RMW(bits, type, fetch_and, __atomic_fetch_and)                         \
	RMW(bits, type, fetch_or, __atomic_fetch_or)                           \
	RMW(bits, type, fetch_xor, __atomic_fetch_xor)                         \
	RMW(bits, type, fetch_nand, __atomic_fetch_nand)                       \
	CAS(bits, type, strong, compare_exchange)                              \
	CAS(bits, type, weak, compare_exchange_weak)                           \
	CAS_VAL(bits, type)

ALL(8, uint8_t)
ALL(16, uint16_t)
ALL(32, uint32_t)
ALL(64, uint64_t)

/* The processor keeps all orders but that of a store before a load; the
 * compiler keeps what stands around a call. */
EXPORT void __tsan_atomic_thread_fence(int mo)
{
	if (unlikely(controlled()))
		atomic_fence(mo, CALLER);
	else if (mo == SEQ_CST)
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

EXPORT void __tsan_atomic_signal_fence(int mo)
{
}
