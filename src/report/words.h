/* SPDX-License-Identifier: MIT */
/* words.h - one operation in words, for the rows of a story */
#ifndef REPORT_WORDS_H
#define REPORT_WORDS_H

#include "report/story.h"

/* Fills out->what; out->blocked says whether it was made at all. */
void words_describe(
	struct names *n, const struct trace_event *e, struct row *out);

/* The same of an access between operations. */
void words_data(struct names *n, const struct trace_data *d, struct row *out);

/* The object as an argument: " &q.lock", " T1", or "". */
void words_object(
	struct names *n, const struct trace_event *e, char *out, size_t size);

/* What a thread waits for: "&q.lock, held by T1 since queue.c:12". */
void words_wait(struct names *n, enum op kind, const struct channel_place *at,
	tid other, tid owner, uint64_t owner_pc, char *out, size_t size);
/* The same at the end of an execution, with its verb: "waits for ...", "spins
 * on
 * ...". */
void words_waits(
	struct names *n, const struct channel_wait *w, char *out, size_t size);

#endif
