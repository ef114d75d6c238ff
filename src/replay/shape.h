/* SPDX-License-Identifier: MIT */
/* shape.h - how the value of a variable is written, by its type
 *
 * Made from debug information while a variable is named, and good as long as
 * the symbols are.  Bit fields share a word: of them each has its bits.
 */
#ifndef REPLAY_SHAPE_H
#define REPLAY_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum shape_how {
	SHAPE_UNKNOWN,
	SHAPE_SIGNED,
	SHAPE_UNSIGNED,
	SHAPE_BOOL,
	SHAPE_FLOAT,
	SHAPE_ENUM,
	SHAPE_POINTER,
	SHAPE_TEXT /* several characters */
};

enum {
	FIELDS_MAX = 8 /* bit fields in one word that are told */
};

struct shape {
	uint8_t how;	/* enum shape_how */
	uint8_t shift;	/* of a bit field: bits below it */
	uint8_t bits;	/* how many it has; 0: it is none */
	uint64_t names; /* DIE of an enumeration */
	void *dwarf;	/* that it is in */
};

struct shapes {
	struct shape at[FIELDS_MAX];
	uint8_t count; /* more than one: bit fields, members, elements */
};

/* What the bits of a field are as a value of 8 bytes; any other is as it is. */
uint64_t shape_bits(const struct shape *s, uint64_t value);
/* Writes what is no plain number: a truth, a floating point number, the name of
 * an enumerator.  False: it is one. */
bool shape_text(const struct shape *s, uint64_t value, uint64_t size, char *out,
	size_t out_size);

#endif
