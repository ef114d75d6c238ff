/* SPDX-License-Identifier: MIT */
/* feed.h - what happens during a check, one JSON object a line, as it happens
 *
 * docs/formats/events.md has the fields.  Each line is written at once.  A
 * reader that is slow makes the check wait, but for `progress`, which is left
 * out then; one that goes away (EPIPE) is told of once, and the check goes on.
 *
 * Trust    what comes from a test process that still runs is copied and checked
 *          first.
 * Memory   feed_close ends all.
 */
#ifndef CLI_FEED_H
#define CLI_FEED_H

#include "channel/channel.h"

struct deepen;
struct disk;
struct found;
struct options;
struct progress;
struct result;
struct show;

struct feed {
	int fd; /* -1: nobody wants it, or nobody reads it any more */
	const char *path;
	bool quiet;	  /* no notes on standard error */
	bool failed;	  /* something could not be written */
	uint64_t last_ns; /* when progress was told last */
	unsigned bugs, points;
	uint64_t point[POINTS_MAX]; /* those that were told: pc */
};

/* NULL: no feed; "-": standard output; "/dev/fd/N": that descriptor, also when
 * it is a socket; else a file, a pipe or a device. */
int feed_open(struct feed *f, const char *path, bool quiet, struct err *err);

/* The options are judged and the program is known. */
void feed_begin(struct show *show, const struct options *o, char **argv);
/* The search of a phase begins: show->strategy. */
void feed_search(
	struct show *show, const char *mode, unsigned jobs, bool exhausts);
/* Job i of iterative deepening is in another state. */
void feed_job(struct show *show, struct deepen *d, unsigned i);
/* Racing instructions of a live channel that became decision points; disk has
 * room for a copy. */
void feed_points(
	struct show *show, struct disk *disk, const struct channel *live);
/* At most once a second, but for the `last` of a phase. */
void feed_progress(struct show *show, const struct progress *p, bool last);
/* A failure was seen.  It is not yet replayed, and on disk if its path says so.
 */
void feed_bug(struct show *show, const struct found *found);
/* With the exit code of the command; the last one. */
void feed_end(struct show *show, const struct result *r, int exit_code);

/* False: not all could be written, which was told. */
bool feed_close(struct feed *f);

#endif
