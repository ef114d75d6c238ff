/* SPDX-License-Identifier: MIT */
/* writer.h - lines of `key value`, and a checksum over all that was written
 *
 * The frame of the files that scarp leaves for itself: the last line is `end`
 * with the sum of everything before it.
 */
#ifndef REPLAY_WRITER_H
#define REPLAY_WRITER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct writer {
	FILE *f; /* whoever closes it looks for errors */
	uint64_t sum;
};

struct writer writer_to(FILE *f);
__attribute__((format(printf, 2, 3))) void put(
	struct writer *w, const char *fmt, ...);
/* key "text", with what is not printable as \xNN. */
void put_text(struct writer *w, const char *key, const char *text);
/* The same of so many bytes. */
void put_quoted(struct writer *w, const char *key, const char *text, size_t n);
void put_bytes(struct writer *w, const void *bytes, size_t n);
/* The line `end`. */
void writer_end(struct writer *w);

/* FNV-1a. */
uint64_t checksum(uint64_t sum, const void *bytes, size_t n);
#define CHECKSUM_START 0xcbf29ce484222325u

#endif
