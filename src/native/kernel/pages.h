/* SPDX-License-Identifier: MIT */
/* pages.h - what calls do to pages as a whole, and others' accesses to them
 *
 * Up to 8 MiB every byte is announced, whoever touches it later included.  Of
 * more only what has been accessed is; that accesses by others, which may still
 * come, were not tried on the other side is a hole, but where they crash.
 *
 * Between map_open and areas_follow, as pages may not be readable.
 */
#ifndef NATIVE_KERNEL_PAGES_H
#define NATIVE_KERNEL_PAGES_H

#include "native/rt.h"

enum {
	WATCHED_MOST = 8 << 20
};

/* Pages are about to be other ones: an access to them that nothing orders comes
 * before or after. */
void pages_beside(uint64_t start, uint64_t end, uint64_t pc);
/* They are nobody's from now on: races with whoever still uses them. */
void pages_freed(uint64_t start, uint64_t end, uint64_t pc);
/* They read as zero, all of them. */
void pages_clear(uint64_t start, uint64_t end);
/* To new ones, which read as zero. */
void pages_copy(uint64_t to, uint64_t from, uint64_t n, uint64_t pc);

#endif
