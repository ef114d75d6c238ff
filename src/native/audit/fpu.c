/* SPDX-License-Identifier: MIT */
/* fpu.c - floating-point control words: rounding, precision, which exceptions
 *
 * They belong to the thread, and are switched with it in programs that may
 * change them (inventory_uses_fenv); every execution starts with the defaults
 * then.  In all others they must not change.
 */
#include "native/audit/part.h"
#include "native/threads/fiber.h"

#include <stdio.h>

/* Reviewed: the status flags.  Arithmetic raises them, and whoever can read
 * them (fetestexcept and its like) is switched. */
static struct fpu kept;

static uint32_t control(struct fpu f)
{
	return f.sse & ~(uint32_t)FPU_EXCEPTIONS;
}

static void keep(void)
{
	kept = fiber_fpu();
}

static bool clean(char *text, size_t n)
{
	struct fpu now = fiber_fpu();

	if (control(now) == control(kept) && now.x87 == kept.x87)
		return true;
	snprintf(text, n,
		"floating-point control words: MXCSR 0x%x, x87 0x%x, were 0x%x "
		"and 0x%x",
		control(now), now.x87, control(kept), kept.x87);
	/* The process is given up; what it still prints is to be right. */
	fiber_load_fpu(kept);
	return false;
}

const struct audit_part audit_fpu = {keep, clean};
