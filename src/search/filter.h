/* SPDX-License-Identifier: MIT */
/* filter.h - directives: functions that may be preempted, are trusted, make
 * objects and do away with them, or may find that calls fail, variables
 * whose races do not matter, and lines whose stores are seen at once
 *
 * Who wants decision points in one part of a test only, or leaves one out,
 * names functions: --within F, --without F.  They go by the call stack, so what
 * F calls is inside F.  The last directive that has a function on the stack
 * decides; if none has, the answer is yes, unless there is a --within at all
 * (Blum, Practical Concurrency Testing, section 3.2.1).
 *
 * Names have become address ranges before anything here is asked.
 *
 * Memory   of the caller's.
 * Cost     a hit is a binary search; a decision a loop over the directives.
 */
#ifndef SEARCH_FILTER_H
#define SEARCH_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum directive {
	DIRECTIVE_WITHIN,
	DIRECTIVE_WITHOUT,
	DIRECTIVE_TRUST,
	DIRECTIVE_IGNORE,
	DIRECTIVE_INITIALISER,
	DIRECTIVE_DESTROYER,
	DIRECTIVE_FAIL_IN,
	DIRECTIVE_FENCE,
	DIRECTIVE_FENCE_THROUGH, /* the system's, which store for who calls them
				  */
	DIRECTIVE_KINDS
};
extern const char *const directive_name[DIRECTIVE_KINDS];

enum {
	DIRECTIVES_MAX = 64 /* a set of them is a word */
};

/* Code or data that a directive names: [start, end). */
struct filter_range {
	uint64_t start, end;
	uint32_t directive; /* its number */
};

/* Addresses that the same directives name.  Pieces do not overlap. */
struct filter_piece {
	uint64_t start, end;
	uint64_t hits; /* 1u << number, of each of them */
};

/* Cuts ranges, which it sorts, into pieces, ascending and as few as can be.
 * How many there are; not all were written when that is more than `room`. */
size_t filter_cut(struct filter_range *range, size_t ranges,
	struct filter_piece *piece, size_t room);

/* The piece at an address; NULL: there is none. */
const struct filter_piece *filter_find(
	const struct filter_piece *piece, size_t pieces, uint64_t address);

/* The directives that name an address. */
uint64_t filter_hits(
	const struct filter_piece *piece, size_t pieces, uint64_t address);

/* May a thread be preempted whose stack has these hits?  kind[i] is that of
 * directive i, in the order in which they were given; those that are neither
 * `within` nor `without` do not matter. */
bool filter_accepts(const uint8_t *kind, unsigned n, uint64_t hits);

/* Those of one kind. */
uint64_t filter_of_kind(const uint8_t *kind, unsigned n, enum directive which);

#endif
