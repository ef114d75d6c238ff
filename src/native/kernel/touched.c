/* SPDX-License-Identifier: MIT */
#include "native/kernel/touched.h"
#include "native/kernel/areas.h"
#include "native/races/cells.h"
#include "native/raw.h"

#include <fcntl.h>
#include <string.h>

enum {
	AT_ONCE = 8192 /* pages that are asked for */
};
#define HAS_MEMORY (3ull << 62) /* present, or swapped out */

/* Anew each time: the file is that of the process that opened it. */
static long open_pagemap(void)
{
	return raw_syscall6(SYS_openat, AT_FDCWD, (long)"/proc/self/pagemap",
		O_RDONLY | O_CLOEXEC, 0, 0, 0);
}

static void each_with_memory(uint64_t start, uint64_t end,
	void (*each)(const void *page, uint64_t bytes),
	bool (*wanted)(uint64_t page))
{
	static uint64_t word[AT_ONCE];
	long fd = open_pagemap();

	while (start < end) {
		uint64_t n = (end - start) / PAGE;
		long got;

		if (n > AT_ONCE)
			n = AT_ONCE;
		got = raw_syscall6(SYS_pread64, fd, (long)word, (long)(n * 8),
			(long)(start / PAGE * 8), 0, 0);
		if (got != (long)(n * 8))
			memset(word, 0xff, n * 8);
		for (uint64_t i = 0; i < n; i++, start += PAGE)
			if (word[i] & HAS_MEMORY && wanted(start))
				each((const void *)start, PAGE);
	}
	if (fd >= 0)
		raw_syscall(SYS_close, fd, 0);
}

static bool is_not_zero(uint64_t page)
{
	const uint64_t *at = (const uint64_t *)page;
	uint64_t any = 0;

	for (unsigned i = 0; i < PAGE / 8 && !any; i += 8)
		any = at[i] | at[i + 1] | at[i + 2] | at[i + 3] | at[i + 4] |
		      at[i + 5] | at[i + 6] | at[i + 7];
	return any != 0;
}

static bool is_known(uint64_t page)
{
	const struct cell *c = cell_of(page);

	for (unsigned i = 0; i < PAGE / 4; i++)
		if (!stale(c[i].write) || !stale(c[i].read))
			return true;
	return false;
}

void touched_pages(uint64_t start, uint64_t end,
	void (*each)(const void *page, uint64_t bytes))
{
	each_with_memory(start, end, each, is_not_zero);
}

void touched_accessed(uint64_t start, uint64_t end,
	void (*each)(const void *page, uint64_t bytes))
{
	each_with_memory(start, end, each, is_known);
}
