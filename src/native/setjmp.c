/* SPDX-License-Identifier: MIT */
/* setjmp.c - what setjmp_x86_64.S asks */
#include "native/rt.h"

#include <setjmp.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum forwarded {
	PLAIN,	   /* _setjmp: what the macro of ISO C calls */
	BSD,	   /* setjmp, by that name: with the signal mask */
	SIGSETJMP, /* the second argument says */
};

/* Announces what is about to be stored into `to`, and tells where glibc's
 * function is.  The signal mask that is saved is the kernel's, which the test
 * never changes (signal.c). */
HIDDEN void *setjmp_forward(
	void *to, int with_mask, enum forwarded which, uint64_t pc);
void *setjmp_forward(void *to, int with_mask, enum forwarded which, uint64_t pc)
{
	static struct real_slot real[] REAL_SLOT = {
		{0, "_setjmp", 0}, {0, "setjmp", 0}, {0, "__sigsetjmp", 0}};

	/* A cleanup handler's buffer has no room for the mask. */
	if (which == BSD || (which == SIGSETJMP && with_mask))
		access_write(to, sizeof(struct __jmp_buf_tag), pc);
	else
		access_write(
			to, offsetof(struct __jmp_buf_tag, __saved_mask), pc);
	return real[which].found ? real[which].found : real_find(&real[which]);
}
