/* SPDX-License-Identifier: MIT */
/* own.h - what a program does by instructions of its own, past all libraries
 *
 * System calls, clocks, random numbers: nobody is asked for them, so nobody can
 * control them.  For programs that scarp cc did not build; it looks at others
 * when it links them (foreign.h).
 *
 * Cost     all of .text once: some milliseconds a megabyte.
 */
#ifndef CC_OWN_H
#define CC_OWN_H

#include "cc/image.h"

struct own {
	uint64_t call_at;    /* a system call; 0: there is none */
	const char *threads; /* that makes threads, or by which they wait: its
				name; NULL: call_at is another one, or it is not
				known which */
	unsigned outside;    /* 1u << enum outside of base/decode.h */
	uint64_t outside_at; /* the first of these */
};

/* Code is read from its start on, where all of it is instructions, as compilers
 * leave it. */
void own_look(const struct image *m, struct own *out);

#endif
