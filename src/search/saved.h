/* SPDX-License-Identifier: MIT */
/* saved.h - plain data out and in, one piece after the other
 *
 * A writer counts what it is given and keeps it as long as all fits, so one
 * walk says how much there is and another writes it.  A reader that is asked
 * for more than there is gives zeros, and is `bad` from then on.
 */
#ifndef SEARCH_SAVED_H
#define SEARCH_SAVED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct writer {
	char *at;
	size_t left;   /* room */
	size_t length; /* of all that was put */
};

static inline struct writer writer_to(void *out, size_t bytes)
{
	return (struct writer){out, bytes, 0};
}

static inline void put(struct writer *w, const void *from, size_t bytes)
{
	w->length += bytes;
	if (bytes > w->left)
		w->left = 0;
	if (bytes == 0 || w->left == 0)
		return;
	memcpy(w->at, from, bytes);
	w->at += bytes;
	w->left -= bytes;
}

/* For what writes itself: *bytes is the room there. */
static inline void *put_room(struct writer *w, size_t *bytes)
{
	*bytes = w->left;
	return w->at;
}

static inline void put_made(struct writer *w, size_t bytes)
{
	w->length += bytes;
	if (bytes > w->left)
		w->left = 0;
	if (bytes == 0 || w->left == 0)
		return;
	w->at += bytes;
	w->left -= bytes;
}

struct reader {
	const char *at;
	size_t left;
	bool bad;
};

static inline struct reader reader_of(const void *saved, size_t length)
{
	return (struct reader){saved, length, false};
}

/* The next so many bytes, where they are; NULL: there are less. */
static inline const void *skip(struct reader *r, uint64_t bytes)
{
	const char *at = r->at;

	if (r->bad || bytes > r->left) {
		r->bad = true;
		return NULL;
	}
	r->at += bytes;
	r->left -= bytes;
	return at;
}

static inline bool get(struct reader *r, void *to, size_t bytes)
{
	const void *from = skip(r, bytes);

	if (!from)
		memset(to, 0, bytes);
	else if (bytes)
		memcpy(to, from, bytes);
	return from;
}

#endif
