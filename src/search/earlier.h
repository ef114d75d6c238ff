/* SPDX-License-Identifier: MIT */
/* earlier.h - which earlier events an event of an execution comes after
 *
 * Whoever keeps an execution, transition by transition, asks here what the next
 * one depends on: the clocks and races of reductions (reduce/history.h), and
 * the hashes of traces (events.h), by which caches and the audit go.  So they
 * cannot differ in what happens before what.
 *
 * There are two answers.  earlier_find(): all that it depends on, but for what
 * happens before another one of them: for who keeps clocks.  A walk:
 * candidates, the latest first, of which earlier_depends() says whether it
 * does: for who wants all, or asks for what was not made.
 *
 * Without an index a walk goes through all events.  With one, both answers go
 * by the places that an event touches (recent.h); what these do not show is in
 * lists: events that touch too many places, that leave the process, that do
 * what belongs to other threads.
 *
 * Memory   the keeper's.  Events are its own, too: an array of structs that
 *          begin with their footprints, settled by earlier_settle().
 * Cost     with an index, adding an event: its places, finding: the marks
 * there, walking: the events there.  Of one with too many places, and without
 *          an index: all events, mostly two words each; that is cheaper where
 *          all that an event depends on is wanted, not the latest alone.
 */
#ifndef SEARCH_EARLIER_H
#define SEARCH_EARLIER_H

#include "search/recent.h"

enum {
	EVENT_NONE = 0xffffffff
};

/* Events that others depend on whatever they touch. */
enum latest {
	LATEST_WIDE,	   /* not in `recent` */
	LATEST_EVERYTHING, /* with footprint.everything */
	LATEST_STARTER,	   /* with footprint.acts */
	LATEST
};

struct earlier_event {
	uint32_t marks_before, places_before;
	uint32_t before[LATEST]; /* the latest of each sort before it */
};

struct earlier {
	struct recent recent;
	struct earlier_event *at; /* by event; NULL: without an index */
	const char *event; /* the keeper's, `each` bytes from one to next */
	size_t each;
	uint32_t latest[LATEST]; /* or EVENT_NONE */
	uint32_t count;
	bool lazy;	/* by transitions_depend_lazily */
	bool unrefined; /* search_config has it */
};

/* Without an index: for walks alone. */
void earlier_init(struct earlier *o, const void *event, size_t each);
/* Right after that.  `at` for as many events as the keeper has room for, and
 * `bytes` at `memory`, 8-aligned, for places; less room costs time alone. */
void earlier_index(struct earlier *o, struct earlier_event *at, void *memory,
	size_t bytes);

/* Keeps the first n events alone. */
void earlier_cut(struct earlier *o, uint32_t n);

/* Settles what the events are to be compared with. */
static inline void earlier_settle(const struct earlier *o, struct footprint *f,
	tid thread, struct access *access, size_t n)
{
	footprint_settle(f, thread, access, n);
	f->unrefined = o->unrefined;
}

static inline const struct footprint *earlier_footprint(
	const struct earlier *o, uint32_t i)
{
	return (const void *)(o->event + i * o->each);
}

bool earlier_depends_by(const struct earlier *o, const struct footprint *before,
	const struct footprint *now);
static inline bool earlier_depends(const struct earlier *o,
	const struct footprint *before, const struct footprint *now)
{
	return !footprints_apart(before, now) &&
	       earlier_depends_by(o, before, now);
}

/* The next event; its footprint is settled. */
static inline void earlier_add(struct earlier *o)
{
	o->count++;
}

/* The same with an index, and not lazily.  `out` gets what it depends on, but
 * for program order, for what it does in place of other threads, and if it
 * leaves the process: these the keeper knows by thread.  `previous` is its
 * thread's last event, or EVENT_NONE. */
void earlier_find(struct earlier *o, uint32_t previous, struct found *out);

/* The latest event of a sort before event i, or EVENT_NONE. */
static inline uint32_t earlier_latest(
	const struct earlier *o, enum latest sort, uint32_t i)
{
	return o->at[i].before[sort];
}

/* Going back through events: all of other threads that depend on a footprint,
 * and maybe others. */
struct walk {
	struct marks marks;
	uint32_t latest[LATEST];
	uint32_t at; /* event */
	bool all;    /* every event */
};

/* From event `end` down. */
void walk_begin(const struct earlier *o, const struct footprint *f,
	uint32_t end, struct walk *w);
uint32_t walk_by_places(const struct earlier *o, struct walk *w);
/* The next one, EVENT_NONE after the last, and nothing after that. */
static inline uint32_t walk_next(const struct earlier *o, struct walk *w)
{
	return w->at = w->all ? w->at - 1 : walk_by_places(o, w);
}

/* Does event j touch one place, which only event i, just before, touched ever
 * else? */
bool earlier_alone(const struct earlier *o, uint32_t i, uint32_t j);

#endif
