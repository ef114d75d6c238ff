/* SPDX-License-Identifier: MIT */
/* heap_left.c - what is left at the end of an execution: leaks, and what
 * libraries keep
 */
#include "native/heap/heap_block.h"

/* The first block from `at` on in a thread's arena; NULL: none. */
static struct header *block_from(uint64_t at, uint64_t end)
{
	for (; at < end; at += 16)
		if (((struct header *)at)->magic == MAGIC)
			return (struct header *)at;
	return 0;
}

bool heap_all_freed(tid t, uint64_t from)
{
	uint64_t base, used = heap_used(t, &base), end = base + used;

	for (struct header *h = 0; (h = block_from(from, end));
		from = (uint64_t)h + h->span * 16ull)
		if (!h->freed_pc || h->freed_thread != t)
			return false;
	return true;
}

/* The block behind h, or the first of all; NULL: there is none. */
static struct header *next_block(const struct header *h)
{
	tid t = h ? arena_of((uint64_t)h) : 0;
	uint64_t room, base = arena_start(t, &room);
	uint64_t at = h ? (uint64_t)h + h->span * 16ull : base;

	for (;;) {
		struct header *next = block_from(at, base + heap_arena_used[t]);

		if (next || ++t == THREADS_MAX)
			return next;
		at = base = arena_start(t, &room);
	}
}

void heap_each(tid t, void (*each)(const void *at, uint64_t bytes))
{
	uint64_t base, used = heap_used(t, &base), end = base + used;

	for (struct header *h = 0; (h = block_from(base, end));
		base = (uint64_t)h + h->span * 16ull)
		each(h, LEFT + h->size);
}

void heap_keep(uint64_t address)
{
	struct header *h = in_heap(address) ? heap_find(address) : 0;

	if (!h || h->freed_pc || !h->library || h->kept)
		return;
	undo_save(h, sizeof *h);
	h->kept = KEPT;
}

bool heap_kept_next(uint64_t *from, uint64_t *to)
{
	for (struct header *h = next_block(0); h; h = next_block(h))
		if (h->kept == KEPT) {
			undo_save(h, sizeof *h); /* marked long ago, perhaps */
			h->kept = KEPT_SCANNED;
			*from = (uint64_t)h + LEFT;
			*to = *from + h->size;
			return true;
		}
	return false;
}

bool heap_of_libraries(void)
{
	for (struct header *h = next_block(0); h; h = next_block(h))
		if (h->library && !h->freed_pc)
			return true;
	return false;
}

size_t heap_leaks(size_t *bytes, uint64_t *first)
{
	size_t n = 0;

	*bytes = 0;
	*first = 0;
	for (struct header *h = next_block(0); h; h = next_block(h)) {
		if (h->freed_pc || h->kept)
			continue;
		n++;
		*bytes += h->size;
		if (!*first)
			*first = (uint64_t)h + LEFT;
	}
	return n;
}
