/* SPDX-License-Identifier: MIT */
/* set.h - a sorted set of words that belongs to an object: its waiters, readers
 *
 * Lies in the arena: a = members, b = room, e = arena index.  Sorted, so that
 * it does not tell in which order its members came (registrations commute), and
 * can serve as the list of alternatives of an operation.
 */
#ifndef NATIVE_POSIX_SET_H
#define NATIVE_POSIX_SET_H

#include "native/rt.h"

enum {
	RW_READER_SHIFT = 16 /* in a word of a read-write lock's readers */
};

static inline uint32_t *set_words(const struct object *o)
{
	return rt.arena + o->e;
}
/* Where `word` is or would be. */
uint32_t set_find(const struct object *o, uint32_t word);
static inline bool set_has(const struct object *o, uint32_t word)
{
	uint32_t i = set_find(o, word);

	return i < o->a && set_words(o)[i] == word;
}
void set_insert(struct object *o, uint32_t word);
void set_remove(struct object *o, uint32_t word);
void set_clear(struct object *o);

#endif
