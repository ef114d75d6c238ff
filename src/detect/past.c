/* SPDX-License-Identifier: MIT */
/* past.c - the accesses of one execution, see past.h */
#include "detect/past.h"

#include <string.h>

#include "base/hash.h"

bool past_init(struct past *p, void *memory, size_t bytes)
{
	uint32_t heads = 16;
	size_t left;

	if (bytes < 16 * (sizeof *p->head + sizeof *p->access))
		return false;
	while (2 * (size_t)heads * sizeof *p->head <= bytes / 4 &&
		heads < 1u << 30)
		heads *= 2;
	left = bytes - heads * sizeof *p->head;
	memset(p, 0, sizeof *p);
	p->head = memory;
	p->heads = heads;
	p->access = (void *)(p->head + heads);
	p->max = left / sizeof *p->access < UINT32_MAX
			 ? (uint32_t)(left / sizeof *p->access)
			 : UINT32_MAX - 1;
	memset(p->head, 0, heads * sizeof *p->head);
	past_begin(p);
	return true;
}

void past_begin(struct past *p)
{
	if (++p->life == 0) { /* what has it from long ago is no longer free */
		memset(p->head, 0, p->heads * sizeof *p->head);
		p->life = 1;
	}
	p->accesses = p->heads_used = 0;
	p->number = 0;
	p->full = false;
}

/* The word's chain, or NULL: no room for one. */
static struct past_word *word_of(struct past *p, uint64_t word)
{
	uint32_t i = (uint32_t)hash_mix(word) & (p->heads - 1);

	for (; p->head[i].life == p->life; i = (i + 1) & (p->heads - 1))
		if (p->head[i].word == word)
			return &p->head[i];
	if (p->heads_used >= p->heads / 4 * 3)
		return NULL;
	p->heads_used++;
	p->head[i] = (struct past_word){word, 0, p->life};
	return &p->head[i];
}

/* Never of one thread: its clock is the entry of its own. */
static bool unordered(const struct past_access *old, const struct past_now *now)
{
	return old->clock > now->known[old->made.thread];
}

static bool race(const struct past_access *old, const struct race_access *a,
	uint8_t bytes, const struct past_now *now)
{
	return (old->bytes & bytes) && race_conflict(old->made.kind, a->kind) &&
	       unordered(old, now) &&
	       !(now->locks && locksets_exclude(
				       now->locks, old->lockset, now->lockset));
}

/* Does `a` stand for `old` from now on? */
static bool replaces(const struct race_access *a, uint8_t bytes,
	const struct past_access *old, const struct past_now *now)
{
	return old->made.thread == a->thread && old->made.pc == a->pc &&
	       old->made.kind == a->kind && old->made.block == a->block &&
	       !(old->bytes & ~bytes) &&
	       !(a->phase == RACE_INIT && old->made.phase != RACE_INIT) &&
	       (!now->locks ||
		       lockset_within(now->locks, now->lockset, old->lockset));
}

static void add_word(struct past *p, const struct race_access *a, uint64_t word,
	uint8_t bytes, const struct past_now *now)
{
	struct past_word *head = word_of(p, word);
	struct past_access *o, *place = NULL;

	if (!head) {
		p->full = true;
		return;
	}
	for (uint32_t i = head->first; i; i = o->next) {
		struct race_sight sight;

		o = &p->access[i - 1];
		sight = (struct race_sight){
			&o->made, a, now->execution, p->number, now->pure};
		if (race(o, a, bytes, now))
			candidates_see(now->candidates, &sight, NULL);
		else if (!place && replaces(a, bytes, o, now))
			place = o;
	}
	if (!place) {
		if (p->accesses == p->max) {
			p->full = true;
			return;
		}
		place = &p->access[p->accesses++];
		place->next = head->first;
		head->first = p->accesses;
	}
	place->made = *a;
	place->word = word;
	place->clock = now->known[a->thread];
	place->lockset = now->lockset;
	place->bytes = bytes;
}

void past_add(
	struct past *p, const struct race_access *a, const struct past_now *now)
{
	uint64_t at = a->address, end = a->address + a->size;

	p->number++;
	while (at < end) {
		uint64_t stop = (at & ~7ull) + 8;
		unsigned n;

		if (stop > end)
			stop = end;
		n = (unsigned)(stop - at);
		add_word(p, a, at / 8, (uint8_t)(((1u << n) - 1) << (at & 7)),
			now);
		at = stop;
	}
}
