/* SPDX-License-Identifier: MIT */
/* every_client.h - `scarp linearize TEST`: how far the search of all clients is
 *
 * One client after the other, each under each model, until one has a bug, the
 * last one was searched, or a budget ends.  How far it came is in
 * scarp.out/NNN/clients.state (docs/formats/clients.md), from which `scarp
 * resume` goes on: the order of the clients is a function of the table.
 */
#ifndef CLI_EVERY_CLIENT_H
#define CLI_EVERY_CLIENT_H

#include "cli/disk/disk.h"
#include "cli/linear/clients.h"
#include "cli/linear/one_client.h"
#include "search/model.h"

enum every_end {
	EVERY_DONE,
	EVERY_BUG,
	EVERY_BUDGET,
	EVERY_INTERRUPTED,
	EVERY_ERROR
};

/* What was proven so far, of clients whose searches are over. */
struct every_tally {
	uint64_t verified, unproven, executions;
	double seconds;
	char first_unproven[1200]; /* client and sentence; "": there is none */
};

struct every {
	struct options options; /* judged */
	char **option;		/* words of them that last */
	struct client_test test;
	struct target target;
	char build[72]; /* of the program */
	struct client_table table;
	struct clients at;
	uint64_t most_ops, most_threads;
	const char *model[MODEL_COUNT];
	unsigned models;
	struct every_tally tally;
	struct client_row *row; /* of the last search */
	const char *row_model;
	enum every_end end;
	uint64_t start_ns, saved_ns, deadline_ns; /* 0: none */
	struct disk disk;
	FILE *out;
};

/* The whole search, from where e->at is.  The exit code. */
int every_run(struct every *e);

/* How far it is, in the directory of results.  A failure is said once, and the
 * search goes on. */
void every_save(struct every *e);
/* Fills options, test, table, tally, and goes to the client that was the last.
 * ERR_USAGE: it is no such file, or the program is another one. */
int every_load(struct every *e, const char *path, struct err *err);
void every_forget(struct every *e);

/* The answer, for people; and as one JSON object. */
void every_tell(const struct every *e);
int every_json(const struct every *e, const char *path, int code);
/* A size is over. */
void every_tell_size(const struct every *e, unsigned ops, uint64_t clients);

/* Of options, and the words of the test. */
int every_prepare(struct every *e, char **test, struct err *err);

#endif
