/* SPDX-License-Identifier: MIT */
#include "native/kernel/pages.h"
#include "native/kernel/areas.h"
#include "native/kernel/touched.h"
#include "native/footprint.h"
#include "native/model/buffer.h"
#include "native/races/shadow.h"
#include "native/spin.h"

#include <string.h>

/* What the one call under way does with a page. */
static struct {
	uint64_t pc, from, to;
	unsigned flags;
} call;

static void record(const void *page, uint64_t bytes)
{
	access_record((uint64_t)page, bytes, call.flags, call.pc);
}

/* Is all of it announced? */
static bool announce(uint64_t start, uint64_t end, unsigned flags, uint64_t pc)
{
	if (end - start <= WATCHED_MOST) {
		access_record(start, end - start, flags, pc);
		return true;
	}
	if (flags & ACC_FREE)
		footprint_ends(start, end - start);
	else if (rt.footprints)
		footprint_memory(start, end - start, flags & ACC_WRITE);
	call.flags = flags;
	call.pc = pc;
	touched_accessed(start & PAGE_MASK, pages(end), record);
	return false;
}

void pages_beside(uint64_t start, uint64_t end, uint64_t pc)
{
	spin_abandon();
	if (!announce(start, end, ACC_WRITE | ACC_ATOMIC | ACC_CHECKED, pc) &&
		rt.world.seen >= 2)
		caveat(CAVEAT_wide_protection, "%llu MiB",
			(unsigned long long)(end - start) >> 20);
}

void pages_freed(uint64_t start, uint64_t end, uint64_t pc)
{
	announce(start, end, ACC_WRITE | ACC_FREE, pc);
	if (unlikely(rt.world.late))
		buffers_forget(start, end - start);
}

static void clear(const void *page, uint64_t bytes)
{
	undo_save(page, bytes);
	memset((void *)(uint64_t)page, 0, bytes);
}

void pages_clear(uint64_t start, uint64_t end)
{
	touched_pages(start, end, clear);
}

static void copy(const void *page, uint64_t bytes)
{
	memcpy((void *)((uint64_t)page - call.from + call.to), page, bytes);
}

static void wrote(const void *page, uint64_t bytes)
{
	access_record((uint64_t)page - call.from + call.to, bytes, ACC_WRITE,
		call.pc);
}

void pages_copy(uint64_t to, uint64_t from, uint64_t n, uint64_t pc)
{
	announce(from, from + n, ACC_ATOMIC | ACC_CHECKED, pc);
	call.from = from;
	call.to = to;
	call.pc = pc;
	if (n <= WATCHED_MOST)
		access_record(to, n, ACC_WRITE, pc);
	else
		touched_accessed(from, from + n, wrote);
	touched_pages(from, from + n, copy);
}
