/* SPDX-License-Identifier: MIT */
#include "native/heap/asked.h"
#include "native/heap/heap_block.h"
#include "native/races/shadow.h"

static struct {
	uint64_t start, end;
	unsigned number;
} code[ASKED_MOST]; /* not rewound: where libraries lie */
static unsigned codes;

void asked_by_library(unsigned number, uint64_t start, uint64_t end)
{
	for (unsigned i = 0; i < codes; i++)
		if (code[i].start == start)
			return;
	if (codes == ASKED_MOST)
		return; /* its blocks are those of any library */
	code[codes].start = start;
	code[codes].end = end;
	code[codes++].number = number;
}

uint8_t asked_number(uint64_t pc)
{
	for (unsigned i = 0; i < codes; i++)
		if (pc - code[i].start < code[i].end - code[i].start)
			return (uint8_t)code[i].number;
	return ASKED_BY_LIBRARY;
}

size_t asked_size(uint64_t block, unsigned number)
{
	const struct header *h = header_of(block);
	uint64_t bytes, base;
	tid t;

	if (!in_heap(block) || block % ALIGN)
		return 0;
	t = arena_of(block);
	if (t == TID_NONE)
		return 0;
	base = arena_start(t, &bytes);
	if (block - LEFT < base || block - base >= heap_arena_used[t] ||
		h->magic != MAGIC || h->freed_pc || h->library != number)
		return 0;
	return h->size;
}

bool asked_fits(uint64_t address, size_t n)
{
	const struct header *h = heap_find(address);
	uint64_t block = (uint64_t)h + LEFT;

	if (!h || h->freed_pc || address < block || address - block >= h->size)
		return true;
	return n <= h->size - (address - block);
}
