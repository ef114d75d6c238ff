/* SPDX-License-Identifier: MIT */
/* hookcall.h - every instruction of a program that announces an access
 *
 * What the compiler put before accesses are calls of functions with known
 * names; an access is named by the return address of its call.
 */
#ifndef CC_HOOKCALL_H
#define CC_HOOKCALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct hookcall {
	uint64_t after; /* return address, as in the file */
	bool reads, writes, atomic;
};

/* Those of the file `exe`, in the order of addresses, in memory that the caller
 * frees.  ERR_FORMAT: its symbols are gone. */
int hookcall_read(
	const char *exe, struct hookcall **out, size_t *n, struct err *err);

#endif
