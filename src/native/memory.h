/* SPDX-License-Identifier: MIT */
/* memory.h - how operations touch the test's memory: the model of memory
 *
 * What an atomic operation, a futex or a guard loads, stores or updates goes
 * through here, with its memory order; so does whoever wants to know what a
 * thread would read now that does not run.  Announcing the access (access_*)
 * and the decision before it are the caller's.
 *
 *   memory_get, memory_put         the value alone, by the running thread
 *   memory_load, _store, _update   and what that does to happens-before
 *   memory_value                   what a thread would read, running or not
 *   memory_store_begins            a plain store that races is the compiled
 *                                  code's own, made when its hook returns
 *   memory_is_late                 is one of that order?
 *   memory_could_be_late           by another model
 *
 * By sc memory has one value for all threads, and a store is there at once:
 * each is one move where n is a constant.  Else memory shows what the running
 * thread reads, and model/buffer.h has what others do not see yet.
 */
#ifndef NATIVE_MEMORY_H
#define NATIVE_MEMORY_H

#include "native/footprint.h"
#include "native/hooks/atomic_order.h"
#include "native/model/buffer.h"
#include "native/model/overtaken.h"

static inline __attribute__((always_inline)) void memory_get(
	const volatile void *p, void *out, size_t n)
{
	__builtin_memcpy(out, (const void *)(uintptr_t)p, n);
}

static inline __attribute__((always_inline)) void memory_put(
	volatile void *p, const void *from, size_t n)
{
	__builtin_memcpy((void *)(uintptr_t)p, from, n);
}

/* It is there at once, where others are late. */
static inline __attribute__((always_inline)) void memory_over(
	volatile void *p, size_t n)
{
	if (unlikely(rt.late) && rt.footprints)
		footprint_over((uint64_t)p, n);
}

/* For each of its words. */
#define MEMORY_ORDER(function, p, n, mo)                                       \
	do {                                                                   \
		for (size_t at_ = 0; at_ < (n); at_ += 8)                      \
			function((uint64_t)(p) + at_,                          \
				(n)-at_ < 8 ? (n)-at_ : 8, mo);                \
	} while (0)

static inline __attribute__((always_inline)) void memory_load(
	const volatile void *p, void *out, size_t n, int mo)
{
	memory_get(p, out, n);
	if (unlikely(rt.world.late) && buffer_serves((uint64_t)p, n))
		return; /* its own, which it knows */
	MEMORY_ORDER(loaded, p, n, mo);
}

static inline __attribute__((always_inline)) void memory_store(
	volatile void *p, const void *from, size_t n, int mo)
{
	memory_put(p, from, n);
	memory_over(p, n);
	MEMORY_ORDER(stored, p, n, mo);
}

/* A store is made by sc that others see late by some model, or, if it is
 * sequentially consistent, after all that its thread has stored. */
static inline void memory_could_be_late(
	uint64_t address, size_t n, int mo, uint64_t pc)
{
	if (mo != SEQ_CST) {
		rt.channel->late_stores = 1;
		overtaken_store(address, n, pc);
	} else if (unlikely(rt.world.weak)) {
		overtaken_none();
	}
}

static inline bool memory_is_late(int mo)
{
	return unlikely(rt.late) && mo != SEQ_CST;
}

/* Of what memory_get() found: nobody came between. */
static inline __attribute__((always_inline)) void memory_update(
	volatile void *p, const void *to, size_t n, int mo)
{
	memory_put(p, to, n);
	memory_over(p, n);
	MEMORY_ORDER(updated, p, n, mo);
}

/* Up to 8 bytes. */
static inline uint64_t memory_value(
	const struct thread *t, uint64_t address, size_t n)
{
	uint64_t value = 0;

	if (unlikely(rt.world.late))
		return buffer_value(t, address, n);
	__builtin_memcpy(&value, (const void *)address, n);
	return value;
}

static inline void memory_store_begins(uint64_t address, size_t n, uint64_t pc)
{
	if (unlikely(rt.late)) /* by sc it is there when it has been made */
		buffer_store_begins(address, n, pc);
}

#endif
