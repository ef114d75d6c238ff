/* SPDX-License-Identifier: MIT */
/* maple.h - what tests ask of strategy/maple.c
 *
 * An *event* is an operation of the program's text: its instruction and kind.
 * x and y are objects, T1 .. T3 threads, a ⇒ b: at one object, by two threads,
 * one of both changes it, and nothing that does is between.  a → b: of one
 * thread, which in between touches neither of their objects.
 *
 *   1  a(T1,x) ⇒ b(T2,x)
 *   2  a(T1,x) ⇒ b(T2,x) ⇒ c(T1,x), a → c
 *   3  a(T1,x) ⇒ b(T2,x) → c(T2,x) ⇒ d(T1,x), a → d
 *   4  a(T1,x) ⇒ b(T2,x) → c(T2,y) ⇒ d(T1,y), a → d
 *   5  a(T1,x) ⇒ b(T2,x), c(T2,y) ⇒ d(T1,y), a → d, c → b
 *   6  a(T1,x) ⇒ b(T2,x) → c(T2,z) ⇒ d(T3,z), where z may be x
 */
#ifndef STRATEGY_MAPLE_H
#define STRATEGY_MAPLE_H

#include "search/strategy.h"

enum {
	MAPLE_IDIOMS = 6, /* from 1 */
	MAPLE_EVENTS = 4  /* of one instance, at most */
};

struct pending;

/* The event that is pending there; never 0. */
uint64_t maple_code(const struct pending *p);
/* Of that idiom, with these events (0 behind the last), has been seen. */
bool maple_has(
	const void *self, unsigned idiom, const uint64_t code[MAPLE_EVENTS]);
/* How many have. */
uint32_t maple_exposed(const void *self);
/* All that it knows of were seen, or given up: now it profiles. */
bool maple_idle(const void *self);

#endif
