/* SPDX-License-Identifier: MIT */
/* stacks.c - more stack than there is, and other registers than there were */
#include "hostile.h"

#include <alloca.h>
#include <setjmp.h>
#include <sys/prctl.h>

static volatile int depth;

static __attribute__((noinline)) int deeper(int n)
{
	volatile char room[512];

	room[0] = (char)n;
	depth++;
	return deeper(n + 1) + room[0];
}
HOSTILE(no_end, "stack_overflow")
{
	shared = deeper(0);
}

static __attribute__((noinline)) int deep_unseen(int n);
static OUTSIDE int deep_unseen(int n)
{
	volatile char room[4096];

	room[0] = (char)n;
	return n < 1 << 20 ? deep_unseen(n + 1) + room[0] : 0;
}
HOSTILE(no_end_unseen, "stack_overflow")
{
	shared = deep_unseen(0);
}

HOSTILE(a_large_frame, "stack_overflow crash")
{
	volatile char *room = alloca((size_t)64 << 20);

	room[0] = 1;
}
HOSTILE(a_large_array, "stack_overflow crash")
{
	volatile size_t n = (size_t)32 << 20;
	volatile char room[n];

	room[n / 2] = 1;
	room[0] = 1;
}
HOSTILE(stack_pointer_lost, "crash stack_overflow")
{
	__asm__ volatile("xorl %%esp, %%esp\n\tpushq %%rax" : : : "memory");
}
HOSTILE(frame_pointer_lost, "any")
{
	__asm__ volatile("movq $0x41, %%rbp" : : : "memory");
	atomic_fetch_add(&turns, 0);
}
HOSTILE(jump_to_garbage, "crash any")
{
	static jmp_buf where;

	memset(&where, 0x41, sizeof where);
	longjmp(where, 1);
}
HOSTILE(jump_to_the_past, "any")
{
	static jmp_buf where;
	static int been;

	if (setjmp(where) == 0 && !been++)
		longjmp(where, 1);
}
HOSTILE(direction, "any")
{
	__asm__ volatile("std" : : : "memory", "cc");
	shared = (int)strlen("hello");
	__asm__ volatile("cld" : : : "memory", "cc");
}
HOSTILE(every_exception, "crash any")
{
	unsigned csr = 0x0000;
	volatile double zero = 0;

	__asm__ volatile("ldmxcsr %0" : : "m"(csr));
	shared = (int)(1 / zero);
}
HOSTILE(thread_pointer, "any")
{
	call_unseen(SYS_arch_prctl, 0x1002, 0x41, 0);
	errno = 5;
}
HOSTILE(trap, "crash")
{
	__builtin_trap();
}
HOSTILE(breakpoint, "crash")
{
	__asm__ volatile("int3");
}
HOSTILE(single_step, "crash any")
{
	__asm__ volatile("pushfq\n\torq $0x100, (%%rsp)\n\tpopfq\n\tnop"
			 :
			 :
			 : "memory", "cc");
}
HOSTILE(divide, "crash")
{
	volatile int zero = 0;

	shared = 5 / zero;
}
HOSTILE(privileged, "crash")
{
	__asm__ volatile("hlt");
}
