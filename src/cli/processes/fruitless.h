/* SPDX-License-Identifier: MIT */
/* fruitless.h - a search of which no execution comes to its end
 *
 * More of the same is no use: it is ended, and told for what it is (report/
 * fruitless.h).
 */
#ifndef CLI_FRUITLESS_H
#define CLI_FRUITLESS_H

#include <stdbool.h>
#include <stdint.h>

struct crew;

enum {
	FRUITLESS_ENOUGH = 300, /* executions cut, and none finished */
	FRUITLESS_SHARE = 4	/* of the time: then one is enough */
};

struct fruitless {
	uint64_t enough;  /* executions; 0: their number says nothing */
	uint64_t from_ns; /* clock_ns() from which one is enough; 0: never */
	uint64_t long_ns; /* of CPU, without an operation: a loop, it seems */
	bool untried;	  /* other ways to choose are still to come */
};

/* For a search that has all of the time between the two. */
struct fruitless fruitless_from(uint64_t start_ns, uint64_t deadline_ns);

/* Nothing was found, and no execution has come to its end yet. */
bool fruitless_so_far(const struct crew *crew);

/* Nothing was found, and every execution so far was cut. */
bool fruitless(const struct crew *crew);

/* No execution has come to its end, none was cut, and the time is there: one
 * process may well be in a loop without end. */
bool fruitless_may_hang(const struct crew *crew);

#endif
