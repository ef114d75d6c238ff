/* SPDX-License-Identifier: MIT */
/* hooks.c - the compilers' entry points, empty
 *
 * What a body costs when every access calls a hook that does nothing: the floor
 * for anything that runs instrumented code.  Atomics do their operation, as
 * plain loads and stores, because the compiler leaves it to the hook.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ACCESS(size)                                                           \
	void __tsan_read##size(void *p);                                       \
	void __tsan_read##size(void *p)                                        \
	{                                                                      \
	}                                                                      \
	void __tsan_write##size(void *p);                                      \
	void __tsan_write##size(void *p)                                       \
	{                                                                      \
	}                                                                      \
	void __tsan_volatile_read##size(void *p);                              \
	void __tsan_volatile_read##size(void *p)                               \
	{                                                                      \
	}                                                                      \
	void __tsan_volatile_write##size(void *p);                             \
	void __tsan_volatile_write##size(void *p)                              \
	{                                                                      \
	}

ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void __tsan_init(void);
void __tsan_init(void)
{
}

void __tsan_func_entry(void *pc);
void __tsan_func_entry(void *pc)
{
}

void __tsan_func_exit(void);
void __tsan_func_exit(void)
{
}

void __tsan_read_range(void *p, size_t n);
void __tsan_read_range(void *p, size_t n)
{
}

void __tsan_write_range(void *p, size_t n);
void __tsan_write_range(void *p, size_t n)
{
}

void __tsan_vptr_update(void *p, void *v);
void __tsan_vptr_update(void *p, void *v)
{
}

void __tsan_vptr_read(void *p);
void __tsan_vptr_read(void *p)
{
}

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
}

void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order)
{
}

#define UPDATE(bits, type, name, result)                                       \
	type __tsan_atomic##bits##_##name(                                     \
		volatile type *p, type v, int order);                          \
	type __tsan_atomic##bits##_##name(volatile type *p, type v, int order) \
	{                                                                      \
		type old = *p;                                                 \
                                                                               \
		*p = (type)(result);                                           \
		return old;                                                    \
	}

#define EXCHANGE(bits, type, name)                                             \
	bool __tsan_atomic##bits##_compare_exchange_##name(volatile type *p,   \
		type *expected, type v, int order, int fail);                  \
	bool __tsan_atomic##bits##_compare_exchange_##name(                    \
		volatile type *p, type *expected, type v, int order, int fail) \
	{                                                                      \
		type old = *p;                                                 \
                                                                               \
		if (old != *expected) {                                        \
			*expected = old;                                       \
			return false;                                          \
		}                                                              \
		*p = v;                                                        \
		return true;                                                   \
	}

#define ATOMIC(bits, type)                                                     \
	type __tsan_atomic##bits##_load(const volatile type *p, int order);    \
	type __tsan_atomic##bits##_load(const volatile type *p, int order)     \
	{                                                                      \
		return *p;                                                     \
	}                                                                      \
	void __tsan_atomic##bits##_store(volatile type *p, type v, int order); \
	void __tsan_atomic##bits##_store(volatile type *p, type v, int order)  \
	{                                                                      \
		*p = v;                                                        \
	}                                                                      \
	UPDATE(bits, type, exchange, v)                                        \
	UPDATE(bits, type, fetch_add, old + v)                                 \
	UPDATE(bits, type, fetch_sub, old - v)                                 \
	UPDATE(bits, type, fetch_and, old &v)                                  \
	UPDATE(bits, type, fetch_or, old | v)                                  \
	UPDATE(bits, type, fetch_xor, old ^ v)                                 \
	EXCHANGE(bits, type, strong)                                           \
	EXCHANGE(bits, type, weak)

ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)
