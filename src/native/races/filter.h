/* SPDX-License-Identifier: MIT */
/* filter.h - what directives leave out of decision points and races
 *
 * --within, --without: where the call stack does not allow it, an operation or
 * a racing access is no decision point; unless its thread blocks there, gives
 * way, or goes round a loop without effect.
 *
 * --trust: what a trusted function does, itself or in what it calls, is no
 * point either, and does not race.  Its happens-before and its footprints are
 * those of any code.  An operation is known to be trusted when it is made.  Of
 * plain accesses that would cost too much; those of racing instructions are
 * told apart, and a race of any other, older access makes its instruction
 * watched, and the search begin again (points.c).
 *
 * --ignore: races on these bytes are none.
 *
 * Whether a point stands depends on nothing but what its own thread did, so
 * that it stands there in every execution of a trace; transitions are longer
 * than an operation, and the search is told so (coarse.h).
 *
 * rt.filters says which of these there are.  What is left out is a caveat,
 * unless no other thread is alive.
 *
 * Cost     without directives a test; with some that name functions a walk of
 *          the stack at each operation, and at each racing access.
 */
#ifndef NATIVE_FILTER_H
#define NATIVE_FILTER_H

#include "native/rt.h"

enum { /* of rt.filters */
	FILTERS_STACK = 1,
	FILTERS_TRUST = 2, /* FILTERS_STACK is there, too */
	FILTERS_IGNORE = 4
};

/* Once, before the first execution. */
void filter_load(void);

/* The directives of one kind, and those that name an address. */
uint64_t filter_kind(enum directive which);
uint64_t filter_at(uint64_t address);

/* --fail-in: may a call of the running thread fail here?  Without it, anywhere.
 */
bool filter_may_fail(void);

enum filter_how {
	FILTER_NOT_ASKED, /* a point in any case */
	FILTER_POINT,
	FILTER_PASSES,
	FILTER_TRUSTED, /* passes as well */
};

/* May there be a decision point at an operation of the running thread? */
enum filter_how filter_point(enum op kind);
/* It is made now, at pc. */
void filter_made(uint64_t pc, enum filter_how how);
/* And at an access of a racing instruction?  *flags becomes that of
 * a trusted one. */
bool filter_access(uint64_t address, size_t size, unsigned *flags);
/* ACC_TRUSTED, or nothing, for an access that it makes at pc. */
unsigned filter_trusted(uint64_t pc);

/* Those bytes of a cell whose races matter. */
uint32_t filter_bytes(uint64_t cell, uint32_t mask);
/* A race of others was seen. */
void filter_ignored(void);

/* Does the access that the running thread makes race with an earlier one?  That
 * is as race_found has it. */
bool filter_race(uint64_t old_key, uint64_t old_pc);

#endif
