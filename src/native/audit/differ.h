/* SPDX-License-Identifier: MIT */
/* differ.h - which bytes tell the last states of two executions apart
 *
 * The audit compares hashes.  Where two differ that should not, both executions
 * are made once more, and what they leave is compared piece by piece: an
 * address says more than that there is one.
 *
 * Memory   both states in copies, at most 2 GiB, shared with processes that the
 * executions may be made in; touched only then.
 */
#ifndef NATIVE_AUDIT_DIFFER_H
#define NATIVE_AUDIT_DIFFER_H

#include "native/rt.h"

/* Once; its memory is part of the template. */
void differ_init(void);
/* The execution has ended, and is the first one. */
void differ_first(void);
/* It is the second: channel->audit says where they differ first, if they do and
 * there was room. */
void differ_second(void);

#endif
