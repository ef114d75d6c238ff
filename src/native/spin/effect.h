/* SPDX-License-Identifier: MIT */
/* effect.h - had a turn of a loop an effect? (docs/design/018-turns.md)
 *
 * Asked at its end, at the loop's head: turn.h.  Cost: a walk through its
 * notes.
 */
#ifndef NATIVE_SPIN_EFFECT_H
#define NATIVE_SPIN_EFFECT_H

#include "native/spin/turn.h"

enum effect {
	EFFECT_SOME,
	EFFECT_ANEW, /* but for what each turn sets anew, none: anew.h */
	EFFECT_NONE
};

/* Of the turn under way: does it come back as it began? */
enum effect effect_of(const struct thread *t, const struct turn *turn,
	const struct turn *now);
/* Of one that goes from the middle of a turn to that of the next, over this
 * head: has it changed nothing but the clock, and which threads wait for the
 * object at this address (0: none)?  What it carries round is not asked. */
bool effect_is_idle(const struct thread *t, const struct turn *turn,
	const struct turn *head, uint64_t waits_for);
/* Do two turns begin with the same values? */
bool effect_same_head(const struct turn *a, const struct turn *b);
/* Of a turn without one: what it met, for whoever asks whether that has
 * changed: each value that it read, and what was there before it wrote.  NULL:
 * too much. */
struct watch *effect_met(struct thread *t, const struct turn *turn, uint64_t pc,
	enum effect effect);
/* Is a note of it no part of that: of what is the turn's alone, or set by
 * itself? */
bool effect_leaves_out(
	const struct thread *t, const struct turn *turn, const struct noted *n);
/* Is there no earlier write of the turn to this place? */
bool effect_is_first(const struct turn *turn, const struct noted *w);

static inline bool entry_overlaps(
	const struct entry *e, uint64_t address, size_t size)
{
	return e->address < address + size && address < e->address + e->size;
}

#endif
