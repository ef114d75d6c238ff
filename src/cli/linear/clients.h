/* SPDX-License-Identifier: MIT */
/* clients.h - all clients of an object: which threads call what, smallest first
 *
 * A client is a list of operations for each thread.  First come those with
 * fewer operations, then those with fewer threads.  Two clients are one if a
 * change of threads, or of values that are alike, makes one of the other: the
 * first one in the order below is made, the others are not.
 *
 * The order: of two clients with as many threads and operations the one whose
 * first thread has more; then by operations, in the order of the table, and by
 * values, in theirs.  Alike values are numbered as they occur, so a client is
 * the first one if no exchange of threads that have equally many operations,
 * with values numbered anew, comes before it.
 *
 * Where threads differ, each client has them all, and some call nothing.
 *
 * Memory   plain data, of a fixed size.
 * Cost     of a step: at most the factorial of the threads, times operations.
 */
#ifndef CLI_CLIENTS_H
#define CLI_CLIENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* As in scarp/clients.h. */
enum {
	CLIENT_OPS = 64,
	CLIENT_THREADS = 8,
	CLIENT_VALUES = 16,
	CLIENT_ARGUMENTS = 2,
	CLIENT_ACTIONS = 32,
	CLIENT_SETS = 2 * CLIENT_ACTIONS,
	CLIENT_NAME = 32,
	CLIENT_TEXT = 4096 /* room for one of 64 operations */
};

enum values_kind {
	VALUES_LISTED,
	VALUES_ALIKE,
	VALUES_FRESH
};

struct client_values {
	enum values_kind kind;
	unsigned n;
	long long value[CLIENT_VALUES];
};

struct client_action {
	char name[CLIENT_NAME];
	unsigned role, arguments;
	unsigned set[CLIENT_ARGUMENTS]; /* of values */
};

struct client_table {
	struct client_action action[CLIENT_ACTIONS];
	struct client_values set[CLIENT_SETS];
	unsigned actions, sets;
	bool threads_differ;
	bool tells_apart; /* the specification: values, by more than equality */
};

struct client_op {
	uint8_t action;
	uint8_t value[CLIENT_ARGUMENTS]; /* of the set: which; VALUES_FRESH: its
					  * number - 1 */
};

struct clients {
	const struct client_table *table;
	unsigned most_ops, most_threads;
	/* The one that was made last: */
	unsigned ops, threads;		 /* 0 operations: there was none yet */
	unsigned length[CLIENT_THREADS]; /* their operations, one thread's
					  * behind the other's */
	struct client_op op[CLIENT_OPS];
	uint64_t number; /* from 1 on */
	/* Of each operation which of all ways to call one it is. */
	int way[CLIENT_OPS];
};

/* ERR_USAGE: a limit is exceeded. */
int clients_begin(struct clients *c, const struct client_table *table,
	uint64_t most_ops, uint64_t most_threads, struct err *err);
/* False: that was the last one. */
bool clients_next(struct clients *c);

/* Threads that call something. */
unsigned client_callers(const struct clients *c);
/* "enqueue(1), dequeue | dequeue" */
void client_say(const struct clients *c, char *out, size_t size);

#endif
