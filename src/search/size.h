/* SPDX-License-Identifier: MIT */
/* size.h - how many traces a test has, from random executions of it
 *
 * A random walk that chose among n_1, n_2, ... options stands for their product
 * of executions (Knuth, Estimating the Efficiency of Backtrack Programs, 1975).
 * Reductions explore one execution of each trace; so such a walk counts for as
 * much less as there are others like it.  Let a second walk go through the same
 * events, in any order that happens-before allows, and let m_1, m_2, ... be how
 * many threads could be next there, on the first one's way.  Then
 *
 *	(n_1 n_2 ...) / (m_1 m_2 ...)
 *
 * is the number of traces on average: each walk has a probability of 1 / (n_1
 * n_2 ...), so what is added up is 1 / (m_1 m_2 ...); over all walks of one
 * trace these are the probabilities of all ways that the second one can take,
 * which are 1 together.  Where threads do not meet each walk says so: n = m.
 *
 * Where operations commute a limited number of times (room in struct access) no
 * order is partial, and the average is near it, no more.
 *
 * Cost  of an execution: its events times the threads.
 */
#ifndef SEARCH_SIZE_H
#define SEARCH_SIZE_H

#include "search/reduce/history.h"

/* A number of any size, at least 0: fraction times 2^power.  (The process of a
 * test has no logarithm.) */
struct large {
	double fraction; /* 0, or at least 1 and less than 2^64 */
	int64_t power;
};

struct large large_of(double n);
struct large large_times(struct large a, double factor);
struct large large_plus(struct large a, struct large b);
/* Infinite where it is too large. */
double large_value(struct large a);

/* Room for the events of one execution. */
struct size_room {
	uint32_t *order; /* [events_max] by thread, then number */
	int32_t *change; /* [events_max + 1] */
	uint32_t *first; /* [threads_max + 1] */
	uint32_t events_max, threads_max;
};

size_t size_room_bytes(uint32_t events_max, uint32_t threads_max);
/* `memory` is 8-aligned. */
void size_room_init(struct size_room *room, void *memory, uint32_t events_max,
	uint32_t threads_max);

/* `walk`, divided by the m_i above.  False: it is too long. */
bool size_divide(
	const struct history *h, struct size_room *room, struct large *walk);

#endif
