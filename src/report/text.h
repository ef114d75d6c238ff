/* SPDX-License-Identifier: MIT */
/* text.h - the report on one bug, and the races, as plain text
 *
 * Written to any stream; `width` is how many characters a line may have.
 */
#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include <stdio.h>

#include "report/names.h"
#include "report/result.h"

/* All below the title line.  From the trace of its replay; without one, what
 * the channel in which it was found tells.  `command` is the last line; NULL:
 * no schedule was written.  With `full` every row of the execution. */
void text_bug(const struct found *found, FILE *out, int width,
	const char *command, bool full);

/* The sentence on what order it takes (decisive.h), if that is known. */
void text_decisive(const struct found *found, FILE *out, int width);
/* That last line, with what it is for: where other things stand before it. */
void text_again(const struct found *found, const char *command, FILE *out);

/* For each race the first one of the same two lines: what a reader takes for
 * one.  group has r->races entries. */
void races_group(struct names *n, const struct result *r, uint32_t *group);

/* The memory that a race is about; where one side frees it, all of the block.
 */
void races_object(struct names *n, const struct channel_race *race, char *out,
	size_t size);

/* Findings: both places and stacks, and what came of them; but with `full`, of
 * many a few, and what the others are about. */
void text_races(
	const struct result *r, const struct channel *c, bool full, FILE *out);

/* Of the sources that were looked at since source_forget: is one newer than the
 * program?  Says so. */
void text_newer(const struct channel *c, FILE *out);

/* What the test printed in the execution of `c`, by thread. */
void text_output(const struct channel *c, FILE *out);

/* Where a bug is, for JSON and headlines: file and line, "" and 0 if unknown.
 */
void text_location(const struct channel *c, const struct channel_bug *bug,
	char *file, size_t size, unsigned *line);

/* $COLUMNS, else columns of the terminal behind a stream, else 100; from 60 to
 * 240. */
int text_width(FILE *out);

#endif
