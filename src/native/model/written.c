/* SPDX-License-Identifier: MIT */
#include "native/model/written.h"

#include "base/hash.h"

enum {
	WORDS_LOG2 = 20,
	WORDS = 1 << WORDS_LOG2,
	WORDS_MOST = WORDS / 4 * 3
};

struct word {
	uint64_t address; /* of 8 aligned bytes; 0: nobody's row */
	uint64_t entry[8];
	uint64_t added; /* bits of bytes */
};

static struct word *table;
static uint32_t *used;

uint64_t written_bytes(void)
{
	return 4096 + (uint64_t)WORDS * sizeof *table;
}

void written_memory(void *memory)
{
	used = memory;
	table = (void *)((char *)memory + 4096);
}

/* The row of these 8 bytes, or the free one that is theirs. */
static struct word *row_of(uint64_t word)
{
	uint32_t i = (uint32_t)(hash_mix(word) >> (64 - WORDS_LOG2));

	while (table[i].address && table[i].address != word)
		i = (i + 1) % WORDS;
	return &table[i];
}

bool written_any(void)
{
	return *used != 0;
}

void written_by(uint64_t address, size_t n, uint64_t entry)
{
	uint64_t end = address + n;

	for (uint64_t at = address; at < end; at = (at | 7) + 1) {
		struct word *w = row_of(at & ~7ull);

		if (!w->address && *used == WORDS_MOST) {
			caveat(CAVEAT_unbuffered,
				"late stores at more than %u places",
				WORDS_MOST);
			return;
		}
		undo_save(w, sizeof *w);
		if (!w->address) {
			undo_save(used, sizeof *used);
			++*used;
		}
		w->address = at & ~7ull;
		for (uint64_t b = at; b < end && b <= (at | 7); b++) {
			w->entry[b & 7] = entry;
			w->added &= ~(1ull << (b & 7));
		}
	}
}

void written_over(uint64_t address, size_t n, bool added)
{
	uint64_t end = address + n;

	for (uint64_t at = address; *used && at < end; at = (at | 7) + 1) {
		struct word *w = row_of(at & ~7ull);

		if (!w->address)
			continue;
		undo_save(w, sizeof *w);
		for (uint64_t b = at; b < end && b <= (at | 7); b++) {
			if (added)
				w->added |= 1ull << (b & 7);
			else
				w->entry[b & 7] = 0;
		}
	}
}

uint64_t written_there(uint64_t byte, bool read)
{
	const struct word *w;

	if (!*used)
		return 0;
	w = row_of(byte & ~7ull);
	if (!w->address || (read && w->added >> (byte & 7) & 1))
		return 0;
	return w->entry[byte & 7];
}
