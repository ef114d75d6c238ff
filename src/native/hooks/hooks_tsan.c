/* SPDX-License-Identifier: MIT */
/* hooks_tsan.c - plain accesses: the compiler's entry points
 *
 * gcc and clang call these before every access when compiling with
 * -fsanitize=thread.  In pass-through mode calls of them are
 * taken out of the program (unhook.h), or return at once.  The fast path
 * is a filter (shadow.h): what the same instruction did to the same bytes in
 * this very segment needs nothing more.
 */
#include "native/threads/frames.h"
#include "native/races/cells.h"
#include "native/spin.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static inline bool filtered(
	const struct cell *c, uint64_t want, unsigned flags, uint64_t pc)
{
	if (flags & ACC_WRITE)
		return c->write == want && c->write_pc == (uint32_t)pc;
	return c->read == want && c->read_pc == (uint32_t)pc;
}

/* Both latest accesses were this thread's, to the same bytes, nothing older is
 * kept, the heap has no objection, and this epoch has logged what it must: only
 * the time changes. */
static inline bool again(const struct cell *c, uint64_t want, unsigned flags)
{
	uint64_t w = c->write, r = c->read, rest;

	__builtin_memcpy(&rest, &c->more, 8);
	if ((((w ^ want) | (r ^ want)) >> 32) ||
		(rest & ~((uint64_t)CELL_OBJECT << 32)))
		return false;
	return flags & ACC_WRITE ? key_stamp(w) >= rt.epoch_stamp
				 : key_stamp(r) >= rt.read_epoch;
}

static inline void renew(
	struct cell *c, uint64_t want, unsigned flags, uint64_t pc)
{
	if (flags & ACC_WRITE) {
		c->write = want;
		c->write_pc = (uint32_t)pc;
	} else {
		c->read = want;
		c->read_pc = (uint32_t)pc;
	}
}

static __attribute__((noinline)) void out_of_fuel(
	uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	spin_fuel(address, size, pc);
	access_plain(address, size, flags | ACC_CODE, pc);
}

/* The same instruction touched others of the cell's bytes in this segment. What
 * else is known of the cell is this thread's own, and the heap has no
 * objection: one access stands for both. */
static inline bool joins(
	uint64_t address, const struct cell *c, uint64_t want, unsigned flags)
{
	uint64_t other = flags & ACC_WRITE ? c->read : c->write, rest;

	__builtin_memcpy(&rest, &c->more, 8);
	return !(rest & ~((uint64_t)CELL_OBJECT << 32)) && !rt.stops &&
	       !rt.watching &&
	       (stale(other) || key_thread(other) == key_thread(want)) &&
	       address - STACKS_BASE >= STACKS_BYTES;
}

/* Ends in a call that returns for it, so that nothing need be saved. */
static inline __attribute__((always_inline)) void hook(
	void *p, unsigned size, unsigned flags, uint64_t pc)
{
	uint64_t address = (uint64_t)p;
	struct cell *c = cell_of(address);
	uint64_t want = rt.key_whole;

	if (unlikely(!rt.on))
		return;
	if (unlikely(--rt.fuel < 0)) {
		out_of_fuel(address, size, flags, pc);
		return;
	}
	if (size < 4) /* bytes beyond the cell make a key that none has */
		want = rt.key | (uint64_t)(((1u << size) - 1) << (address & 3))
					<< KEY_MASK_SHIFT;
	else if (unlikely(address & (size - 1)))
		goto slow;
	if (size < 4 && same_but_bytes(flags & ACC_WRITE ? c->write : c->read,
				flags & ACC_WRITE ? c->write_pc : c->read_pc,
				want, pc)) {
		uint64_t *key = flags & ACC_WRITE ? &c->write : &c->read;

		if (!(want & ~*key))
			return;
		if (likely(joins(address, c, want, flags)))
			*key |= want;
		else
			access_joins(address, size, flags | ACC_CODE, pc);
		return;
	}
	if (size >= 4 && filtered(c, want, flags, pc) &&
		(size < 8 || filtered(c + 1, want, flags, pc)))
		return;
	if (likely(!rt.stops && !wild(address) && again(c, want, flags) &&
		    (size < 8 || again(c + 1, want, flags)))) {
		renew(c, want, flags, pc);
		if (size == 8)
			renew(c + 1, want, flags, pc);
		return;
	}
slow:
	access_plain(address, size, flags | ACC_CODE, pc);
}

static inline __attribute__((always_inline)) void hook_range(
	void *p, size_t size, unsigned flags, uint64_t pc)
{
	if (unlikely(!rt.on) || size == 0)
		return;
	if (unlikely(--rt.fuel < 0))
		spin_fuel((uint64_t)p, size, pc);
	access_plain((uint64_t)p, size, flags | ACC_CODE, pc);
}

#define HOOK(name, size, flags)                                                \
	ACCESS_HOOK void name(void *p)                                         \
	{                                                                      \
		hook(p, size, flags, CALLER);                                  \
	}
#define HOOK_WIDE(name, size, flags)                                           \
	ACCESS_HOOK void name(void *p)                                         \
	{                                                                      \
		hook_range(p, size, flags, CALLER);                            \
	}
#define HOOK_BOTH(name, size)                                                  \
	ACCESS_HOOK void name(void *p)                                         \
	{                                                                      \
		hook_range(p, size, ACC_READ, CALLER);                         \
		hook_range(p, size, ACC_WRITE, CALLER);                        \
	}

HOOK(__tsan_read1, 1, ACC_READ)
HOOK(__tsan_read2, 2, ACC_READ)
HOOK(__tsan_read4, 4, ACC_READ)
HOOK(__tsan_read8, 8, ACC_READ)
HOOK_WIDE(__tsan_read16, 16, ACC_READ)
HOOK(__tsan_write1, 1, ACC_WRITE)
HOOK(__tsan_write2, 2, ACC_WRITE)
HOOK(__tsan_write4, 4, ACC_WRITE)
HOOK(__tsan_write8, 8, ACC_WRITE)
HOOK_WIDE(__tsan_write16, 16, ACC_WRITE)

HOOK(__tsan_volatile_read1, 1, ACC_READ)
HOOK(__tsan_volatile_read2, 2, ACC_READ)
HOOK(__tsan_volatile_read4, 4, ACC_READ)
HOOK(__tsan_volatile_read8, 8, ACC_READ)
HOOK_WIDE(__tsan_volatile_read16, 16, ACC_READ)
HOOK(__tsan_volatile_write1, 1, ACC_WRITE)
HOOK(__tsan_volatile_write2, 2, ACC_WRITE)
HOOK(__tsan_volatile_write4, 4, ACC_WRITE)
HOOK(__tsan_volatile_write8, 8, ACC_WRITE)
HOOK_WIDE(__tsan_volatile_write16, 16, ACC_WRITE)

HOOK_WIDE(__tsan_unaligned_read2, 2, ACC_READ)
HOOK_WIDE(__tsan_unaligned_read4, 4, ACC_READ)
HOOK_WIDE(__tsan_unaligned_read8, 8, ACC_READ)
HOOK_WIDE(__tsan_unaligned_read16, 16, ACC_READ)
HOOK_WIDE(__tsan_unaligned_write2, 2, ACC_WRITE)
HOOK_WIDE(__tsan_unaligned_write4, 4, ACC_WRITE)
HOOK_WIDE(__tsan_unaligned_write8, 8, ACC_WRITE)
HOOK_WIDE(__tsan_unaligned_write16, 16, ACC_WRITE)
HOOK_WIDE(__tsan_unaligned_volatile_read2, 2, ACC_READ)
HOOK_WIDE(__tsan_unaligned_volatile_read4, 4, ACC_READ)
HOOK_WIDE(__tsan_unaligned_volatile_read8, 8, ACC_READ)
HOOK_WIDE(__tsan_unaligned_volatile_read16, 16, ACC_READ)
HOOK_WIDE(__tsan_unaligned_volatile_write2, 2, ACC_WRITE)
HOOK_WIDE(__tsan_unaligned_volatile_write4, 4, ACC_WRITE)
HOOK_WIDE(__tsan_unaligned_volatile_write8, 8, ACC_WRITE)
HOOK_WIDE(__tsan_unaligned_volatile_write16, 16, ACC_WRITE)

HOOK_BOTH(__tsan_read_write1, 1)
HOOK_BOTH(__tsan_read_write2, 2)
HOOK_BOTH(__tsan_read_write4, 4)
HOOK_BOTH(__tsan_read_write8, 8)
HOOK_BOTH(__tsan_read_write16, 16)
HOOK_BOTH(__tsan_unaligned_read_write2, 2)
HOOK_BOTH(__tsan_unaligned_read_write4, 4)
HOOK_BOTH(__tsan_unaligned_read_write8, 8)
HOOK_BOTH(__tsan_unaligned_read_write16, 16)

ACCESS_HOOK void __tsan_read_range(void *p, size_t n)
{
	hook_range(p, n, ACC_READ | access_odd(n), CALLER);
}

ACCESS_HOOK void __tsan_write_range(void *p, size_t n)
{
	hook_range(p, n, ACC_WRITE | access_odd(n), CALLER);
}

ACCESS_HOOK void __tsan_vptr_read(void **p)
{
	hook(p, 8, ACC_READ, CALLER);
}

/* A constructor or destructor that stores the pointer already there does not
 * change the object: announced as the read that others would see. */
ACCESS_HOOK void __tsan_vptr_update(void **p, void *new)
{
	hook(p, 8, *p == new ? ACC_READ : ACC_WRITE, CALLER);
}

ACCESS_HOOK void __tsan_init(void)
{
}
ACCESS_HOOK void __tsan_func_entry(void *pc)
{
}
/* Who returns has its frame below its rbp. */
ACCESS_HOOK void __tsan_func_exit(void)
{
	const uint64_t *here = __builtin_frame_address(0);

	if (unlikely(!rt.on))
		return;
	if (here[0] > rt.self->left)
		rt.self->left = here[0];
	if (unlikely(rt.crossed))
		frames_left((uint64_t)(here + 2), here[0], here[1]);
}
ACCESS_HOOK void __tsan_ignore_thread_begin(void)
{
}
ACCESS_HOOK void __tsan_ignore_thread_end(void)
{
}
