/* SPDX-License-Identifier: MIT */
/* noted.h - the operations of one execution, as a test noted them
 *
 * What include/scarp/linearize.h tells: plain data of a fixed size, so that the
 * runtime can put it back and the command can read it from shared memory.  What
 * does not fit its specification is said in words, not guessed.
 *
 * Pointers  are equal if they are the same address in the same life of its
 *           block; they are called p1, p2, ... in the order in which they
 * occur.
 */
#ifndef LINEAR_NOTED_H
#define LINEAR_NOTED_H

#include <stdbool.h>
#include <stdint.h>

enum {
	NOTED_OPS = 256,
	NOTED_OBJECTS = 64,
	NOTED_BYTES = 40, /* of one value */
	NOTED_NAME = 32,
	NOTED_ARGUMENTS = 2,
};

/* As in scarp/linearize.h. */
enum noted_kind {
	NOTED_NOTHING,
	NOTED_NUMBER,
	NOTED_TRUTH,
	NOTED_POINTER,
	NOTED_PLAIN, /* bytes */
	NOTED_EMPTY,
	NOTED_KINDS
};

struct noted_value {
	uint32_t kind;	 /* enum noted_kind */
	uint32_t life;	 /* of a pointer's block */
	uint64_t number; /* or the address */
	uint32_t size;	 /* of the bytes */
	char byte[NOTED_BYTES];
};

struct noted_object {
	uint64_t address;
	char spec[NOTED_NAME]; /* "": it has none */
	struct noted_value initial;
};

struct noted_op {
	uint64_t pc; /* of its call */
	uint32_t thread;
	uint32_t life; /* how many threads had that number before */
	uint32_t object;
	uint32_t end; /* enum linear_end, when all is over */
	uint32_t call, back;
	uint32_t arguments;
	char name[NOTED_NAME];
	struct noted_value argument[NOTED_ARGUMENTS], result;
};

struct operations {
	uint32_t ops, objects;
	uint32_t too_many; /* 1: there were more, and nothing is judged */
	uint32_t events;   /* calls and returns: the next rank */
	struct noted_object object[NOTED_OBJECTS];
	struct noted_op op[NOTED_OPS];
};

/* Only what is bounded and ends is believed. */
bool noted_good(const struct operations *n);

#endif
