/* SPDX-License-Identifier: MIT */
/* hooks_atomic.c - atomic operations: the compiler's entry points
 *
 * Under control each is a decision point and then one plain update, since one
 * kernel thread runs everything; its happens-before edges follow its memory
 * order (C11 5.1.2.4, release sequences included).  In pass-through mode they
 * are the processor's own.
 */
#include "native/atomic_order.h"
#include "native/shadow.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#define ATOMIC_POINT(kind, p, type)                                            \
	do {                                                                   \
		sched_point(kind, (uint64_t)(p), sizeof(type), CALLER);        \
	} while (0)

#define RECORD(p, type, flags)                                                 \
	access_atomic((uint64_t)(p), sizeof(type), flags, CALLER)

#define LOAD(bits, type)                                                       \
	EXPORT type __tsan_atomic##bits##_load(const volatile type *p, int mo) \
	{                                                                      \
		type v;                                                        \
                                                                               \
		if (!controlled())                                             \
			return __atomic_load_n(p, __ATOMIC_SEQ_CST);           \
		ATOMIC_POINT(OP_atomic_load, p, type);                         \
		RECORD(p, type, ACC_READ);                                     \
		v = *p;                                                        \
		loaded((uint64_t)p, mo);                                       \
		trace_value((uint64_t)v);                                      \
		return v;                                                      \
	}

#define STORE(bits, type)                                                      \
	EXPORT void __tsan_atomic##bits##_store(                               \
		volatile type *p, type v, int mo)                              \
	{                                                                      \
		if (!controlled()) {                                           \
			if (mo == SEQ_CST)                                     \
				__atomic_store_n(p, v, __ATOMIC_SEQ_CST);      \
			else                                                   \
				__atomic_store_n(p, v, __ATOMIC_RELEASE);      \
			return;                                                \
		}                                                              \
		rt.operand = (uint64_t)v;                                      \
		ATOMIC_POINT(OP_atomic_store, p, type);                        \
		RECORD(p, type, ACC_WRITE);                                    \
		note_effect((uint64_t)p, (uint64_t)*p, (uint64_t)v);           \
		*p = v;                                                        \
		stored((uint64_t)p, mo);                                       \
		trace_value((uint64_t)v);                                      \
	}

#define RMW(bits, type, name, builtin, expression)                             \
	EXPORT type __tsan_atomic##bits##_##name(                              \
		volatile type *p, type v, int mo)                              \
	{                                                                      \
		type old;                                                      \
                                                                               \
		if (!controlled())                                             \
			return builtin(p, v, __ATOMIC_SEQ_CST);                \
		rt.operand = (uint64_t)v;                                      \
		ATOMIC_POINT(OP_atomic_rmw, p, type);                          \
		RECORD(p, type, ACC_WRITE);                                    \
		old = *p;                                                      \
		*p = (type)(expression);                                       \
		note_effect((uint64_t)p, (uint64_t)old, (uint64_t)*p);         \
		updated((uint64_t)p, mo);                                      \
		trace_value((uint64_t)old);                                    \
		trace_result((uint64_t)*p);                                    \
		return old;                                                    \
	}

/* A compare-and-swap that fails only reads. */
#define CAS(bits, type)                                                        \
	static inline __attribute__((always_inline)) bool cas##bits(           \
		volatile type *p, type *expected, type v, int mo, int fail_mo, \
		uint64_t pc)                                                   \
	{                                                                      \
		type old;                                                      \
                                                                               \
		if (!controlled())                                             \
			return __atomic_compare_exchange_n(p, expected, v,     \
				false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
		rt.operand = (uint64_t)v * 31 + (uint64_t)*expected;           \
		sched_point(OP_atomic_cas, (uint64_t)p, sizeof(type), pc);     \
		old = *p;                                                      \
		trace_value((uint64_t)old);                                    \
		if (old != *expected) {                                        \
			access_atomic(                                         \
				(uint64_t)p, sizeof(type), ACC_READ, pc);      \
			loaded((uint64_t)p, fail_mo);                          \
			*expected = old;                                       \
			return false;                                          \
		}                                                              \
		access_atomic((uint64_t)p, sizeof(type), ACC_WRITE, pc);       \
		*p = v;                                                        \
		note_effect((uint64_t)p, (uint64_t)old, (uint64_t)v);          \
		updated((uint64_t)p, mo);                                      \
		trace_result((uint64_t)v);                                     \
		return true;                                                   \
	}                                                                      \
	/* The compiler announces neither the read of `expected` nor, when it  \
	 * fails, the store. */                                                \
	static inline __attribute__((always_inline)) bool cas_at##bits(        \
		volatile type *p, type *expected, type v, int mo, int fail_mo, \
		uint64_t pc)                                                   \
	{                                                                      \
		type want;                                                     \
                                                                               \
		if (!controlled())                                             \
			return cas##bits(p, expected, v, mo, fail_mo, pc);     \
		access_read(expected, sizeof(type), pc);                       \
		want = *expected;                                              \
		if (cas##bits(p, &want, v, mo, fail_mo, pc))                   \
			return true;                                           \
		access_write(expected, sizeof(type), pc);                      \
		*expected = want;                                              \
		return false;                                                  \
	}                                                                      \
	EXPORT bool __tsan_atomic##bits##_compare_exchange_strong(             \
		volatile type *p, type *expected, type v, int mo, int fail_mo) \
	{                                                                      \
		return cas_at##bits(p, expected, v, mo, fail_mo, CALLER);      \
	}                                                                      \
	EXPORT bool __tsan_atomic##bits##_compare_exchange_weak(               \
		volatile type *p, type *expected, type v, int mo, int fail_mo) \
	{                                                                      \
		return cas_at##bits(p, expected, v, mo, fail_mo, CALLER);      \
	}                                                                      \
	EXPORT type __tsan_atomic##bits##_compare_exchange_val(                \
		volatile type *p, type expected, type v, int mo, int fail_mo)  \
	{                                                                      \
		cas##bits(p, &expected, v, mo, fail_mo, CALLER);               \
		return expected;                                               \
	}

#define ALL(bits, type)                                                        \
	LOAD(bits, type)                                                       \
	STORE(bits, type)                                                      \
	RMW(bits, type, exchange, __atomic_exchange_n, v)                      \
	RMW(bits, type, fetch_add, __atomic_fetch_add, old + v)                \
	RMW(bits, type, fetch_sub, __atomic_fetch_sub, old - v)                \
	RMW(bits, type, fetch_and, __atomic_fetch_and, old &v)                 \
	RMW(bits, type, fetch_or, __atomic_fetch_or, old | v)                  \
	RMW(bits, type, fetch_xor, __atomic_fetch_xor, old ^ v)                \
	RMW(bits, type, fetch_nand, __atomic_fetch_nand, ~(old & v))           \
	CAS(bits, type)

ALL(8, uint8_t)
ALL(16, uint16_t)
ALL(32, uint32_t)
ALL(64, uint64_t)

EXPORT void __tsan_atomic_thread_fence(int mo)
{
	if (!controlled()) {
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
		return;
	}
	sched_point(OP_fence, 0, 0, CALLER);
	if (acquires(mo))
		hb_fence_acquire();
	if (releases(mo))
		hb_fence_release();
}

EXPORT void __tsan_atomic_signal_fence(int mo)
{
}
