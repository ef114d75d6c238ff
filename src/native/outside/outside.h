/* SPDX-License-Identifier: MIT */
/* outside.h - calls of code whose accesses nobody announces
 *
 * A library function that is neither ours nor known to touch nothing but its
 * result reads and writes memory of the test in silence.  Alone that is what
 * the rewind and its audit deal with.  Beside another thread it may hide a
 * race, a use after free, an order that was not tried: the call is a decision
 * point, and the hole `unseen_calls` when it is made.
 *
 * How it is noticed: in modules that scarp cc built, the loader's slots of such
 * functions, and the tables of virtual functions that a module takes from a
 * library, lead through a stub of ours, and so do all such tables of libstdc++.
 *
 * Cost     nothing for calls that are known; some 30 instructions for others,
 * 50 beside other threads; about a millisecond a process, once.
 */
#ifndef NATIVE_OUTSIDE_H
#define NATIVE_OUTSIDE_H

#include "native/rt.h"

/* Before the first execution; channel->module is filled. */
void outside_init(void);
/* The running thread is about to touch memory in silence, in a function of
 * ours: a hole beside other threads. */
void outside_unseen(const char *name, uint64_t pc);
/* The running thread is about to do what only fork mode puts back: the search
 * begins again there, or with --mode it is the hole `unknown_calls`. */
void outside_unknown(const char *name, uint64_t pc);
/* Ends the run if that is a call that begins OpenMP's threads (openmp.c). */
void openmp_refused(const char *name, uint64_t pc);
/* The running thread makes a call, by a function of ours, whose effect nobody
 * sees: as if by a stub. */
void outside_made(const char *name, uint64_t pc);
/* A library that is a test framework was called: what it does while nobody else
 * is there is no hole, and whether somebody is, is asked at its operations. */
extern bool outside_framework HIDDEN;
/* An operation was granted that is made at pc. */
void outside_framework_acts(uint64_t pc);
/* What a slot of a table of virtual functions leads to is known from now on:
 * test code that calls it calls `instead`.  Returns the library's own. */
void *outside_virtual(const void *slot, void *instead);
/* An execution has ended: modules that it loaded are looked at. */
void outside_ended(void);

#endif
