/* SPDX-License-Identifier: MIT */
/* decode.h - the length of an x86-64 instruction
 *
 * Enough of the encoding to walk through compiled code: legacy, VEX and EVEX
 * encodings of the opcode maps that compilers for user programs emit.
 */
#ifndef BASE_DECODE_H
#define BASE_DECODE_H

#include <stdbool.h>
#include <stddef.h>

/* The bytes of the instruction at b, of which n can be read; 0: not known. */
size_t decode_length(const unsigned char *b, size_t n);

/* Can the four bytes at b + at say how far away something is: do they end one
 * of the instructions that follow each other from b, and are they counted from
 * there?  Where the code cannot be followed: true. */
bool decode_displacement(const unsigned char *b, size_t n, size_t at);

/* What instruction reads a clock or makes a random number without any call. */
enum outside {
	OUTSIDE_NONE,
	OUTSIDE_RDTSC,
	OUTSIDE_RDTSCP,
	OUTSIDE_RDRAND,
	OUTSIDE_RDSEED,
	OUTSIDE_COUNT
};
extern const char *const outside_name[OUTSIDE_COUNT];

/* Is the instruction of `length` bytes at b one of them? */
enum outside decode_outside(const unsigned char *b, size_t length);

/* Does it tell which exceptions of floating point there were: by MXCSR, the
 * status word, or the state of the whole unit? */
bool decode_tells_exceptions(const unsigned char *b, size_t length);

#endif
