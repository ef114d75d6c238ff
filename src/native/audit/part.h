/* SPDX-License-Identifier: MIT */
/* part.h - one thing that the rewind audit compares
 *
 * keep() notes how things are before the first execution: the template.
 * clean() compares; false: `text` says in a phrase what differs ("descriptor 3
 * (pipe:[77]) was left open").  Both run in the driver, between executions,
 * with nothing of the test going on.  What may differ stands in a list of the
 * part's file, with the reason why that is harmless.
 *
 * Rule     the C library is not asked where the kernel can be: its answers may
 *          come from memory, and its functions may be interposed.
 */
#ifndef NATIVE_AUDIT_PART_H
#define NATIVE_AUDIT_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct audit_part {
	void (*keep)(void);
	bool (*clean)(char *text, size_t n);
};

/* Floating-point control words. */
extern const struct audit_part audit_fpu __attribute__((visibility("hidden")));
/* Which descriptors are open, and what they are. */
extern const struct audit_part audit_descriptors
	__attribute__((visibility("hidden")));
/* The list of mappings. */
extern const struct audit_part audit_mappings
	__attribute__((visibility("hidden")));
/* Dispositions, mask and alternate stack. */
extern const struct audit_part audit_signals
	__attribute__((visibility("hidden")));
/* Working directory, umask, limits. */
extern const struct audit_part audit_process
	__attribute__((visibility("hidden")));

#endif
