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
enum {
	MXCSR_STATUS = 0x3f
};

static uint32_t mxcsr;
static uint16_t control;

static void keep(void)
{
	fiber_save_fpu(&mxcsr, &control);
}

static bool clean(char *text, size_t n)
{
	uint32_t sse;
	uint16_t x87;

	fiber_save_fpu(&sse, &x87);
	if (((sse ^ mxcsr) & ~(uint32_t)MXCSR_STATUS) == 0 && x87 == control)
		return true;
	snprintf(text, n,
		"floating-point control words: MXCSR 0x%x, x87 0x%x, were 0x%x "
		"and 0x%x",
		sse & ~(uint32_t)MXCSR_STATUS, x87,
		mxcsr & ~(uint32_t)MXCSR_STATUS, control);
	/* The process is given up; what it still prints is to be right. */
	fiber_load_fpu(mxcsr, control);
	return false;
}

const struct audit_part audit_fpu = {keep, clean};
