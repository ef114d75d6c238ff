/* SPDX-License-Identifier: MIT */
/* hooks_atomic.c - atomic operations under control
 *
 * Each is a decision point and then one plain update, since one kernel thread
 * runs everything; its happens-before edges follow its memory order (C11
 * 5.1.2.4, release sequences included).
 */
#include "native/hooks/hooks_atomic.h"
#include "native/memory.h"
#include "native/coarse.h"
#include "native/footprint.h"
#include "native/races/fenced.h"
#include "native/races/shadow.h"
#include "native/spurious.h"

#define ATOMIC_POINT(kind, p, type)                                            \
	do {                                                                   \
		sched_point(kind, (uint64_t)(p), sizeof(type), pc);            \
	} while (0)

#define RECORD(p, type, flags)                                                 \
	access_atomic((uint64_t)(p), sizeof(type), flags, pc)

#define LOAD(bits, type)                                                       \
	type atomic##bits##_load(const volatile type *p, int mo, uint64_t pc)  \
	{                                                                      \
		type v;                                                        \
                                                                               \
		ATOMIC_POINT(OP_atomic_load, p, type);                         \
		RECORD(p, type, ACC_READ);                                     \
		memory_load(p, &v, sizeof v, mo);                              \
		trace_value((uint64_t)v);                                      \
		return v;                                                      \
	}

/* Where stores are late. */
static __attribute__((noinline, cold)) enum op late_kind(
	const volatile void *p, size_t n, int mo, unsigned *flags, uint64_t pc)
{
	if (mo != SEQ_CST)
		rt.channel->late_stores = 1;
	if (mo == SEQ_CST || store_is_made_now(pc) ||
		!buffer_has_room((uint64_t)p, n))
		return OP_atomic_store_seq;
	*flags |= ACC_ADD; /* its footprint is the entry */
	return OP_atomic_store;
}

#define STORE(bits, type)                                                      \
	void atomic##bits##_store(                                             \
		volatile type *p, type v, int mo, uint64_t pc)                 \
	{                                                                      \
		enum op kind = OP_atomic_store;                                \
		unsigned flags = ACC_WRITE;                                    \
		type old;                                                      \
                                                                               \
		rt.operand = (uint64_t)v;                                      \
		if (unlikely(rt.late))                                         \
			kind = late_kind(p, sizeof v, mo, &flags, pc);         \
		ATOMIC_POINT(kind, p, type);                                   \
		RECORD(p, type, flags);                                        \
		memory_get(p, &old, sizeof old);                               \
		note_effect((uint64_t)p, (uint64_t)old, (uint64_t)v);          \
		if (unlikely(flags & ACC_ADD))                                 \
			buffer_store((uint64_t)p, &v, sizeof v, mo, pc);       \
		else                                                           \
			memory_store(p, &v, sizeof v, mo);                     \
		if (likely(!rt.late))                                          \
			memory_could_be_late((uint64_t)p, sizeof v, mo, pc);   \
		trace_value((uint64_t)v);                                      \
	}

/* The kind of an addition, and its order in *mo: DEAD is taken off. */
static inline enum op addition(int *mo)
{
	bool dead = *mo & DEAD;

	*mo &= ~DEAD;
	/* Within a turn it is noted which sum it met: it commutes no more. */
	if (likely(!rt.additions) || !dead || rt.self->spin.loops)
		return OP_atomic_rmw;
	return *mo == RELEASE	? OP_atomic_add_release
	       : *mo == RELAXED ? OP_atomic_add
				: OP_atomic_rmw;
}

static inline void added(enum op kind)
{
	if (unlikely(kind != OP_atomic_rmw)) {
		thread_touch(rt.self);
		rt.self->added = 1;
	}
}

#define ADD(bits, type, name, expression)                                      \
	type atomic##bits##_##name(                                            \
		volatile type *p, type v, int mo, uint64_t pc)                 \
	{                                                                      \
		enum op kind = addition(&mo);                                  \
		type old, new;                                                 \
                                                                               \
		rt.operand = (uint64_t)v;                                      \
		ATOMIC_POINT(kind, p, type);                                   \
		RECORD(p, type,                                                \
			kind == OP_atomic_rmw ? ACC_WRITE                      \
					      : ACC_WRITE | ACC_ADD);          \
		memory_get(p, &old, sizeof old);                               \
		new = (type)(expression);                                      \
		note_effect((uint64_t)p, (uint64_t)old, (uint64_t) new);       \
		memory_update(p, &new, sizeof new, mo);                        \
		added(kind);                                                   \
		trace_value((uint64_t)old);                                    \
		trace_result((uint64_t) new);                                  \
		return old;                                                    \
	}

#define RMW(bits, type, name, expression)                                      \
	type atomic##bits##_##name(                                            \
		volatile type *p, type v, int mo, uint64_t pc)                 \
	{                                                                      \
		type old, new;                                                 \
                                                                               \
		rt.operand = (uint64_t)v;                                      \
		ATOMIC_POINT(OP_atomic_rmw, p, type);                          \
		RECORD(p, type, ACC_WRITE);                                    \
		memory_get(p, &old, sizeof old);                               \
		new = (type)(expression);                                      \
		note_effect((uint64_t)p, (uint64_t)old, (uint64_t) new);       \
		memory_update(p, &new, sizeof new, mo);                        \
		trace_value((uint64_t)old);                                    \
		trace_result((uint64_t) new);                                  \
		return old;                                                    \
	}

static inline void cas_made(uint64_t p, size_t n, bool done)
{
	if (unlikely(rt.footprints))
		footprint_made(p, n, done);
}

/* A compare-and-swap that fails only reads. */
#define CAS(bits, type)                                                        \
	static inline __attribute__((always_inline)) bool cas##bits(           \
		volatile type *p, type *expected, type v, int mo, int fail_mo, \
		uint64_t pc)                                                   \
	{                                                                      \
		type old;                                                      \
                                                                               \
		rt.operand = (uint64_t)v * 31 + (uint64_t)*expected;           \
		sched_point(OP_atomic_cas, (uint64_t)p, sizeof(type), pc);     \
		memory_get(p, &old, sizeof old);                               \
		trace_value((uint64_t)old);                                    \
		cas_made((uint64_t)p, sizeof(type), old == *expected);         \
		if (old != *expected) {                                        \
			access_atomic(                                         \
				(uint64_t)p, sizeof(type), ACC_READ, pc);      \
			*p = old; /* the instruction stores it, too */         \
			memory_load(p, &old, sizeof old, fail_mo);             \
			*expected = old;                                       \
			return false;                                          \
		}                                                              \
		access_atomic((uint64_t)p, sizeof(type), ACC_WRITE, pc);       \
		note_effect((uint64_t)p, (uint64_t)old, (uint64_t)v);          \
		memory_update(p, &v, sizeof v, mo);                            \
		trace_result((uint64_t)v);                                     \
		return true;                                                   \
	}                                                                      \
	/* The compiler announces neither the read of `expected` nor, when it  \
	 * fails, the store. */                                                \
	bool atomic##bits##_compare_exchange(volatile type *p, type *expected, \
		type v, int mo, int fail_mo, uint64_t pc)                      \
	{                                                                      \
		type want;                                                     \
                                                                               \
		access_read(expected, sizeof(type), pc);                       \
		want = *expected;                                              \
		if (cas##bits(p, &want, v, mo, fail_mo, pc))                   \
			return true;                                           \
		access_write(expected, sizeof(type), pc);                      \
		*expected = want;                                              \
		return false;                                                  \
	}                                                                      \
	/* One that fails for no reason is a load. */                          \
	bool atomic##bits##_compare_exchange_weak(volatile type *p,            \
		type *expected, type v, int mo, int fail_mo, uint64_t pc)      \
	{                                                                      \
		if (!spurious(CAVEAT_no_weak_failure, "compare_exchange_weak", \
			    pc))                                               \
			return atomic##bits##_compare_exchange(                \
				p, expected, v, mo, fail_mo, pc);              \
		v = atomic##bits##_load(p, fail_mo, pc);                       \
		access_write(expected, sizeof v, pc);                          \
		*expected = v;                                                 \
		return false;                                                  \
	}                                                                      \
	type atomic##bits##_compare_exchange_val(volatile type *p,             \
		type expected, type v, int mo, int fail_mo, uint64_t pc)       \
	{                                                                      \
		cas##bits(p, &expected, v, mo, fail_mo, pc);                   \
		return expected;                                               \
	}

#define ALL(bits, type)                                                        \
	LOAD(bits, type)                                                       \
	STORE(bits, type)                                                      \
	RMW(bits, type, exchange, v)                                           \
	ADD(bits, type, fetch_add, old + v)                                    \
	ADD(bits, type, fetch_sub, old - v)                                    \
	RMW(bits, type, fetch_and, old &v)                                     \
	RMW(bits, type, fetch_or, old | v)                                     \
	RMW(bits, type, fetch_xor, old ^ v)                                    \
	RMW(bits, type, fetch_nand, ~(old & v))                                \
	CAS(bits, type)

ALL(8, uint8_t)
ALL(16, uint16_t)
ALL(32, uint32_t)
ALL(64, uint64_t)

void atomic_fence(int mo, uint64_t pc)
{
	sched_point(memory_is_late(mo) ? OP_fence_light : OP_fence, 0, 0, pc);
	if (mo == SEQ_CST && unlikely(rt.world.weak))
		overtaken_none();
	if (acquires(mo)) {
		hb_fence_acquire();
		coarse_fence();
	}
	if (releases(mo)) {
		hb_fence_release();
		if (unlikely(rt.late))
			buffer_fence();
	}
}
