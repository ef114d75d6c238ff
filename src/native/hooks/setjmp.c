/* SPDX-License-Identifier: MIT */
/* setjmp.c - what setjmp_x86_64.S asks; and longjmp
 *
 * The C library saves the kernel's signal mask, which the test never changes
 * (posix/signal.c), in the first word of the room for it: the test's goes into
 * the next one.
 */
#include "native/fault.h"
#include "native/hooks/jump.h"
#include "native/posix/interrupted.h"
#include "native/posix/thread_api.h"

#include <setjmp.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum forwarded {
	PLAIN,	   /* _setjmp: what the macro of ISO C calls */
	BSD,	   /* setjmp, by that name: with the signal mask */
	SIGSETJMP, /* the second argument says */
};

/* Announces what is about to be stored into `to`, and tells where glibc's
 * function is. */
HIDDEN void *setjmp_forward(
	void *to, int with_mask, enum forwarded which, uint64_t pc);
void *setjmp_forward(void *to, int with_mask, enum forwarded which, uint64_t pc)
{
	static struct real_slot real[] REAL_SLOT = {{0, "_setjmp", 0, 0},
		{0, "setjmp", 0, 0}, {0, "__sigsetjmp", 0, 0}};
	struct __jmp_buf_tag *buffer = to;

	/* A cleanup handler's buffer has no room for the mask. */
	if (which == BSD || (which == SIGSETJMP && with_mask)) {
		access_write(to, sizeof *buffer, pc);
		if (controlled())
			buffer->__saved_mask.__val[1] = signal_mask();
	} else {
		access_write(
			to, offsetof(struct __jmp_buf_tag, __saved_mask), pc);
	}
	return real[which].found ? real[which].found : real_find(&real[which]);
}

static void restore(const struct __jmp_buf_tag *from, uint64_t pc)
{
	if (!controlled())
		return;
	thread_touch(rt.self);
	rt.self->spin.hasty = 0; /* it may leave a loop unseen: counted.h */
	access_read(from, offsetof(struct __jmp_buf_tag, __saved_mask), pc);
	signal_jumps(jump_sp((uint64_t)from->__jmpbuf[JUMP_SP]), pc);
	if (from->__mask_was_saved)
		signal_mask_again(from->__saved_mask.__val[1], pc);
}

#define LONGJMP(name)                                                          \
	EXPORT void name(struct __jmp_buf_tag from[1], int value)              \
	{                                                                      \
		restore(from, CALLER);                                         \
		REAL(name)(from, value);                                       \
		__builtin_unreachable();                                       \
	}

void __longjmp_chk(struct __jmp_buf_tag from[1], int value)
	__attribute__((noreturn));
LONGJMP(longjmp)
LONGJMP(_longjmp)
LONGJMP(siglongjmp)
LONGJMP(__longjmp_chk)
