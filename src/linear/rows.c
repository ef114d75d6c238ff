/* SPDX-License-Identifier: MIT */
#include "linear/rows.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum {
	SLOTS_FIRST = 1024,
	WORDS_FIRST = 4096,
};

void rows_begin(struct rows *s, size_t bytes_max)
{
	*s = (struct rows){.bytes_max = bytes_max};
}

void rows_end(struct rows *s)
{
	free(s->word);
	free(s->slot);
}

static uint64_t hash(const int64_t *word, size_t words)
{
	uint64_t h = words;

	for (size_t i = 0; i < words; i++)
		h = hash_mix(h ^ (uint64_t)word[i]);
	return h;
}

static bool allowed(const struct rows *s, size_t room, size_t slots)
{
	return room * sizeof *s->word + slots * sizeof *s->slot <= s->bytes_max;
}

static bool more_slots(struct rows *s)
{
	size_t slots = s->slots ? 2 * s->slots : SLOTS_FIRST;
	size_t *slot;

	if (!allowed(s, s->room, slots + s->slots))
		return false;
	slot = calloc(slots, sizeof *slot);
	if (!slot)
		return false;
	for (size_t i = 0; i < s->slots; i++) {
		size_t words, at;
		const int64_t *row;

		if (!s->slot[i])
			continue;
		row = rows_row(s, s->slot[i], &words);
		for (at = hash(row, words) % slots; slot[at];)
			at = (at + 1) % slots;
		slot[at] = s->slot[i];
	}
	free(s->slot);
	s->slot = slot;
	s->slots = slots;
	return true;
}

static bool more_words(struct rows *s, size_t words)
{
	size_t room = s->room ? 2 * s->room : WORDS_FIRST;
	int64_t *word;

	while (room < s->words + words)
		room *= 2;
	if (!allowed(s, room, s->slots))
		return false;
	word = realloc(s->word, room * sizeof *word);
	if (!word)
		return false;
	s->word = word;
	s->room = room;
	return true;
}

enum rows_answer rows_add(
	struct rows *s, const int64_t *word, size_t words, size_t *row)
{
	size_t at;

	if (2 * (s->rows + 1) > s->slots && !more_slots(s))
		return ROWS_FULL;
	for (at = hash(word, words) % s->slots; s->slot[at];
		at = (at + 1) % s->slots) {
		size_t length;
		const int64_t *old = rows_row(s, s->slot[at], &length);

		if (length == words &&
			memcmp(old, word, words * sizeof *word) == 0)
			return ROWS_BEFORE;
	}
	if (!s->words)
		s->words = 1; /* place 0 means "free" */
	if (s->words + words + 1 > s->room && !more_words(s, words + 1))
		return ROWS_FULL;
	*row = s->words;
	s->word[s->words] = (int64_t)words;
	memcpy(&s->word[s->words + 1], word, words * sizeof *word);
	s->words += words + 1;
	s->slot[at] = *row;
	s->rows++;
	return ROWS_NEW;
}
