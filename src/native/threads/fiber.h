/* SPDX-License-Identifier: MIT */
/* fiber.h - switching between the test's threads, per architecture
 *
 * fiber_save pushes what a call preserves, stores the stack pointer, and calls
 * fn(arg) below it on the same stack: a context that is both saved and still
 * running.  If fn returns, so does fiber_save; if fn jumps elsewhere, a later
 * fiber_jump(*slot) makes fiber_save return.
 *
 * The jump ends in `pop; jmp`, not `ret`: a mispredicted return costs three
 * times as much (measured).
 */
#ifndef NATIVE_FIBER_H
#define NATIVE_FIBER_H

#include <stdint.h>

void fiber_save(void **slot, void (*fn)(void *), void *arg);
void fiber_jump(void *sp) __attribute__((noreturn));

/* A context whose first jump calls entry(arg) at the top of a stack; its CFI
 * ends there.  Returns the stack pointer to jump to. */
void *fiber_make(char *top, void (*entry)(void *), void *arg);

/* The thread pointer.  fiber_init chooses between wrfsbase and arch_prctl
 * (SCARP_NO_FSGSBASE=1 forces the latter). */
void fiber_init(void);
extern int fiber_fsgsbase __attribute__((visibility("hidden")));
void fiber_set_fs_slow(uint64_t fs);
static inline void fiber_set_fs(uint64_t fs)
{
	if (__builtin_expect(fiber_fsgsbase, 1))
		__asm__ volatile("wrfsbase %0" : : "r"(fs) : "memory");
	else
		fiber_set_fs_slow(fs);
}
static inline uint64_t fiber_get_fs(void)
{
	uint64_t fs;

	__asm__("mov %%fs:0, %0"
		: "=r"(fs)); /* the TCB's first word is itself */
	return fs;
}

static inline void fiber_save_fpu(uint32_t *mxcsr, uint16_t *cw)
{
	__asm__ volatile("stmxcsr %0; fnstcw %1" : "=m"(*mxcsr), "=m"(*cw));
}
/* How the running thread rounds, and what traps.  (Which exceptions it has seen
 * is no state to go by: the runtime computes, too.) */
static inline uint64_t fiber_fpu(void)
{
	uint32_t mxcsr;
	uint16_t cw;

	fiber_save_fpu(&mxcsr, &cw);
	return (mxcsr & ~0x3fu) | (uint64_t)cw << 32;
}
/* Those: six bits. */
static inline uint64_t fiber_exceptions(void)
{
	uint32_t mxcsr;
	uint16_t cw;

	fiber_save_fpu(&mxcsr, &cw);
	return mxcsr & 0x3fu;
}
static inline void fiber_load_fpu(uint32_t mxcsr, uint16_t cw)
{
	__asm__ volatile("ldmxcsr %0; fldcw %1" : : "m"(mxcsr), "m"(cw));
}
/* As a process begins (psABI, 3.4.1). */
static inline void fiber_default_fpu(void)
{
	fiber_load_fpu(0x1f80, 0x37f);
}

#endif
