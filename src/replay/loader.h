/* SPDX-License-Identifier: MIT */
/* loader.h - a schedule file while it is read (schedule_load.c)
 *
 * Functions here return OK, or fail and name file and line.
 */
#ifndef REPLAY_LOADER_H
#define REPLAY_LOADER_H

#include "replay/schedule_file.h"

struct loader {
	struct schedule *s;
	struct channel *c;
	struct channel_bug *bug;
	const char *path;
	unsigned line;
	uint32_t arguments, left; /* choices still to come */
	bool choosing;
	struct err *err;
};

int loader_bad(struct loader *l, const char *what);

/* From *at on, which is moved behind it. */
int loader_number(struct loader *l, const char **at, int64_t low, int64_t high,
	int64_t *out);
int loader_address(struct loader *l, const char **at, uint64_t *out);

/* A quoted text into new memory, in place of what *out was; *length: with the
 * zeros that it may hold. */
int loader_text_and_length(
	struct loader *l, const char *at, char **out, size_t *length);
int loader_text(struct loader *l, const char *at, char **out);
/* Cut where it is longer. */
int loader_text_into(struct loader *l, const char *at, char *out, size_t size);

/* What a test is expected to print, and files it is expected to leave
 * (schedule_output.c): the words `output`, `output-file`, `output-is` and
 * `expected`. */
int loader_output(struct loader *l, const char *at);
int loader_output_file(struct loader *l, const char *at);
int loader_output_is(struct loader *l, const char *at);
int loader_expected(struct loader *l, const char *at);

#endif
