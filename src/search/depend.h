/* SPDX-License-Identifier: MIT */
/* depend.h - when two transitions depend on each other
 *
 * This relation defines happens-before and which executions are one trace
 * (which races are worth reversing is another question).  Two transitions that
 * are next to each other and independent may change places: memory, objects,
 * pending operations and what is enabled are the same afterwards.
 *
 * They depend when
 *   - they are of one thread, or one did what belongs to the other's thread;
 *   - memory that one wrote overlaps memory that the other read or wrote, by
 *     bytes, whatever the sizes, plain or atomic; but for two of the same bytes
 *     whose sorts commute by access.def;
 *   - both have operations on one object, at least one changed its state, and
 *     depend.def does not say that their kinds commute (or one of them is
 *     `unrefined`: then hardly any do);
 *   - one of them leaves the process, or could go on only because nobody else
 *     could.
 *
 * What enables or disables an operation is state that the operation reads when
 * it is made: it is in the footprint of both sides.
 *
 * Rule     where in doubt, dependent.  `scarp check --audit` swaps what this
 *          calls independent, and looks.
 */
#ifndef SEARCH_DEPEND_H
#define SEARCH_DEPEND_H

#include "search/footprint.h"

bool transitions_depend(const struct footprint *a, const struct footprint *b);

/* The same for two transitions that were made in one state, of which one would
 * come after the other: what sleep sets ask. */
bool choices_depend(const struct footprint *a, const struct footprint *b);

/* The lazy relation (Thomson: Practical systematic concurrency testing, 2016,
 * section 4.3): as transitions_depend, but taking a mutex and giving it back
 * commute with the same of other threads, as if mutexes kept nobody out.  Two
 * executions *that are both possible* and differ in nothing else end in the
 * same state; but what it calls independent may not change places, so it is no
 * relation for reductions (docs/design/013-caches.md). */
bool transitions_depend_lazily(
	const struct footprint *a, const struct footprint *b);

/* By kind: does it commute with that one, and with any at all?  What is it
 * where nothing is refined? */
extern const uint8_t kind_commutes[OP_COUNT][OP_COUNT];
extern const uint8_t kind_commutes_with_some[OP_COUNT];
extern const uint8_t kind_unrefined[OP_COUNT];

/* The third clause alone: operations of these kinds on one object, of which at
 * least one changed it; or accesses of these sorts to the same bytes. */
static inline bool kinds_commute(enum op one, enum op other)
{
	return kind_commutes[one][other];
}

/* Is there any kind that this one commutes with? */
static inline bool kind_commutes_at_all(enum op kind)
{
	return kind_commutes_with_some[kind];
}

/* What a kind in this footprint counts as; OP_none commutes with nothing. */
static inline enum op kind_in(const struct footprint *f, uint8_t kind)
{
	return f->unrefined ? (enum op)kind_unrefined[kind] : (enum op)kind;
}

/* Will an operation of this kind change its object?  (A reader does, of those
 * that commute with each other: nobody sees it but another reader that does
 * not.) */
static inline bool kind_changes(enum op kind, bool unrefined)
{
	return op_info[kind].access == ACCESS_W ||
	       (unrefined && kinds_commute(kind, kind));
}

#endif
