/* SPDX-License-Identifier: MIT */
/* fruitless.h - a search of which no execution comes to its end
 *
 * More of the same is no use: it is ended, and told for what it is (report/
 * fruitless.h).  But only where chance has chosen many of its executions: those
 * that follow each other in a search have nearly all of their choices in
 * common, and the one that is another may be the one that matters.
 */
#ifndef CLI_FRUITLESS_H
#define CLI_FRUITLESS_H

#include <stdbool.h>
#include <stdint.h>

struct crew;

enum {
	FRUITLESS_ENOUGH = 300, /* executions cut, and none finished */
	FRUITLESS_CHANCE = 100, /* of which so many were chosen by chance */
	FRUITLESS_LEAST = 50,	/* so many, and it is likely that none ends */
	FRUITLESS_TURNS = 3,	/* for each alternative of a scarp_choose */
	FRUITLESS_SHARE = 4 /* of the time: then a loop without an operation,
			       in the first execution, is taken for endless */
};

/* Of executions that are chosen by chance, how many may leave out none of the
 * alternatives of one scarp_choose: `least`, or more where it has many. */
static inline uint64_t fruitless_of(uint64_t least, uint32_t widest)
{
	uint64_t all = (uint64_t)FRUITLESS_TURNS * widest;

	return all > least ? all : least;
}

struct fruitless {
	uint64_t enough;  /* executions; 0: their number says nothing */
	uint64_t from_ns; /* clock_ns() from which a loop may be endless; 0:
			     never */
	uint64_t long_ns; /* of CPU, without an operation: a loop, it seems */
};

/* For a search that has all of the time between the two. */
struct fruitless fruitless_from(uint64_t start_ns, uint64_t deadline_ns);

/* Nothing was found, and no execution has come to its end yet. */
bool fruitless_so_far(const struct crew *crew);

/* The most alternatives that one scarp_choose has offered. */
uint32_t fruitless_widest(const struct crew *crew);

/* Nothing was found, and so many executions were cut that there is no hope. */
bool fruitless(const struct crew *crew);

/* No execution has come to its end, none was cut, and the time is there: one
 * process may well be in a loop without end. */
bool fruitless_may_hang(const struct crew *crew);

#endif
