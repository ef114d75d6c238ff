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
/* Calls fn(arg), which never returns, below a context that fiber_save stored:
 * whoever walks the stack from there finds its frames.  It can go on later. */
void fiber_visit(void *sp, void (*fn)(void *), void *arg)
	__attribute__((noreturn));

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

/* Of floating point what belongs to a thread, and a call preserves or shows. */
struct fpu {
	uint16_t sse;	 /* MXCSR, of which the upper half is 0 */
	uint16_t x87;	 /* its control word */
	uint16_t status; /* its status word */
};

enum {
	FPU_EXCEPTIONS = 0x3f /* in MXCSR and the status word */
};

static inline struct fpu fiber_fpu(void)
{
	uint32_t sse;
	struct fpu f;

	__asm__ volatile("stmxcsr %0; fnstcw %1; fnstsw %2"
			 : "=m"(sse), "=m"(f.x87), "=m"(f.status));
	f.sse = (uint16_t)sse;
	return f;
}
/* How the running thread rounds, and what traps.  (Which exceptions it has seen
 * is no state to go by: the runtime computes, too.) */
static inline uint64_t fiber_rounding(void)
{
	struct fpu f = fiber_fpu();

	return (f.sse & ~(uint32_t)FPU_EXCEPTIONS) | (uint64_t)f.x87 << 32;
}
/* Those: six bits. */
static inline uint64_t fiber_exceptions(void)
{
	struct fpu f = fiber_fpu();

	return (f.sse | f.status) & FPU_EXCEPTIONS;
}
static inline void fiber_load_fpu(struct fpu f)
{
	uint32_t sse = f.sse;
	uint16_t now;

	__asm__ volatile("ldmxcsr %1; fldcw %2; fnstsw %0"
			 : "=m"(now)
			 : "m"(sse), "m"(f.x87));
	if (__builtin_expect((now ^ f.status) & FPU_EXCEPTIONS, 0)) {
		uint32_t all[7]; /* control, status, tags, last instruction */

		__asm__ volatile("fnstenv %0" : "=m"(all));
		all[1] = (all[1] & ~(uint32_t)FPU_EXCEPTIONS) |
			 (f.status & FPU_EXCEPTIONS);
		all[0] = (all[0] & 0xffff0000u) | f.x87;
		__asm__ volatile("fldenv %0" : : "m"(all));
	}
}
/* As a process begins (psABI, 3.4.1). */
#define FPU_DEFAULT ((struct fpu){0x1f80, 0x37f, 0})

#endif
