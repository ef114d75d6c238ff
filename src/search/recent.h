/* SPDX-License-Identifier: MIT */
/* recent.h - which earlier events touched a place, the latest first
 *
 * A *place* is eight bytes of memory or an object; a *mark* says that an event
 * touched it, and how.  The marks of a place are three lists, newest first:
 * those that only read, those that changed it and commute with some other kind,
 * those that changed it and commute with none.  Behind one of the last sort
 * nobody need look: what is older happens before it.
 *
 * Of memory, those are of the second sort that commute by access.def.  Each
 * lies in one place, so that the same bytes there are the same bytes.
 *
 * Marks go as they came, last first: an execution's tail is taken off.
 *
 * Memory   the caller's; what does not fit is not added, and said so.
 * Cost     of an event: marks at its places that are newer than the last change
 *          of all its bytes there.
 */
#ifndef SEARCH_RECENT_H
#define SEARCH_RECENT_H

#include "search/depend.h"

enum {
	MARK_NONE = 0xffffffff,
	PLACES_EACH = 32,  /* of one event; with more it is not added */
	PLACES_AT_ONCE = 4 /* to go back through */
};

enum mark_sort {
	MARK_READ,
	MARK_COMMUTES,
	MARK_CHANGES,
	MARK_SORTS
};

struct mark {
	uint32_t event, place;
	uint32_t before; /* of this sort at this place, or MARK_NONE */
	uint32_t other;	 /* the latest before that does not commute with it */
	uint8_t sort, kind;
	uint8_t from, end; /* bytes of the place */
};

struct place {
	uint64_t key;
	uint32_t next; /* in its bucket */
	uint32_t mark[MARK_SORTS];
};

struct recent {
	struct mark *mark;
	struct place *place;
	uint32_t *bucket;
	uint32_t marks, places, marks_max, places_max;
	uint32_t buckets; /* a power of two */
};

/* Events found, each at least once: all that the searched one depends on, but
 * for those that happen before another one found. */
struct found {
	uint32_t *event;
	uint32_t count, max;
	bool full; /* there were more */
};

static inline void found_add(struct found *f, uint32_t event)
{
	if (f->count == f->max)
		f->full = true;
	else
		f->event[f->count++] = event;
}

void recent_init(struct recent *r, void *memory, size_t bytes);

/* Adds the next event, and finds what it depends on by memory and objects.
 * False: too many places, or no room; then nothing was added or found. */
bool recent_add(struct recent *r, uint32_t event, const struct footprint *f,
	struct found *out);

/* Those from event `since` on that did what belongs to thread t. */
void recent_starters(
	const struct recent *r, tid t, uint32_t since, struct found *out);

/* Keeps the first marks and places alone. */
void recent_cut(struct recent *r, uint32_t marks, uint32_t places);

/* Are there no marks at its place but this one and one of event i? */
bool marks_alone(const struct recent *r, uint32_t mark, uint32_t i);

/* Going back through everything that touched the places of a footprint, or did
 * what belongs to its thread. */
struct marks {
	uint32_t mark[PLACES_AT_ONCE * MARK_SORTS];
	unsigned count;
};

/* False: too many places. */
bool marks_begin(
	const struct recent *r, const struct footprint *f, struct marks *out);
/* The event of marks from .. end-1 is where it begins: what is later at its
 * places need not be gone through. */
void marks_skip(
	const struct recent *r, uint32_t from, uint32_t end, struct marks *m);
/* The latest event before `end`, MARK_NONE: none; `end` only goes down. */
uint32_t marks_next(const struct recent *r, struct marks *m, uint32_t end);

#endif
