/* SPDX-License-Identifier: MIT */
/* touched.h - what of a large mapping is anything but zero
 *
 * Half a gigabyte that is mapped, of which two pages are used, costs two pages
 * when it is unmapped, moved or given back.  The kernel knows which pages it
 * has ever had to find memory for (/proc/self/pagemap: also those that are
 * swapped out, which mincore does not tell); where it does not say, all of them
 * count.  That may be more than were touched in this execution: whoever's
 * answer must not depend on it asks for those with accesses.
 */
#ifndef NATIVE_KERNEL_TOUCHED_H
#define NATIVE_KERNEL_TOUCHED_H

#include <stdint.h>

/* Each page that has a byte other than zero.  All can be read. */
void touched_pages(uint64_t start, uint64_t end,
	void (*each)(const void *page, uint64_t bytes));
/* Each page to which accesses are known, of this execution. */
void touched_accessed(uint64_t start, uint64_t end,
	void (*each)(const void *page, uint64_t bytes));

#endif
