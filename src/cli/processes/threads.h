/* SPDX-License-Identifier: MIT */
/* threads.h - the table in which processes of one search number threads
 *
 * Memory   a memory file, mapped here and by each of them.
 */
#ifndef CLI_THREADS_H
#define CLI_THREADS_H

#include "channel/names.h"

struct crew;

struct thread_table {
	struct channel_names *table; /* NULL: there is none */
	int fd;
};

/* An empty one. */
int threads_open(struct thread_table *n, struct err *err);
void threads_close(struct thread_table *n);

/* Before any process runs: what their channels have from before.  ERR_FORMAT:
 * they do not agree. */
int threads_fill(
	struct channel_names *table, const struct crew *crew, struct err *err);

#endif
