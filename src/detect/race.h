/* SPDX-License-Identifier: MIT */
/* race.h - what a data race candidate is, as data
 *
 * A candidate is a pair of *sides*: an instruction and what it does there (it
 * reads, writes, does either atomically, frees).  All sightings of a pair are
 * one candidate, whatever memory, threads and bytes they were about.
 *
 * A sighting is two conflicting accesses that nothing ordered.  It may be
 * *quiet* for two reasons (Quicksand, sections 3.3 and 5.2; thesis, 4.2.5
 * and 4.2.6): recycled  the two were in different lives of memory that was
 * freed and handed out again in between: in another order they might not meet
 *   setup     the earlier one was made by an initialiser, or the later one by a
 *             destroyer, which the program may well keep apart by other means
 * A candidate seen in no other way than recycled is *suppressed*; one that was
 * seen otherwise, but always in setup, is *held* until both orders are seen.
 * Neither is a reason to look further, but `verified` counts all of them
 * (search-rules 6): race_sides_all().
 *
 * Memory   plain data without pointers: it may be shared, saved and copied.
 * Callers  both analyses (pure.h, limited.h), and machines with their own.
 */
#ifndef DETECT_RACE_H
#define DETECT_RACE_H

#include "search/search.h"

/* Bits of what an access does. */
enum race_kind {
	RACE_READ = 0,
	RACE_WRITE = 1,
	RACE_ATOMIC = 2, /* atomics do not race with atomics */
	RACE_FREE = 4,	 /* with RACE_WRITE */
};

enum race_phase {
	RACE_ORDINARY,
	RACE_INIT, /* made by an initialiser */
	RACE_DESTROY,
};

/* One access, as an analysis sees it. */
struct race_access {
	uint64_t address;
	uint64_t size; /* bytes; 0: none, nothing races with it */
	uint64_t pc;   /* the instruction */
	/* A number that is the same for accesses which a reader would say are
	 * made at one place (one line, called the same way); 0: unknown. */
	uint64_t stack;
	/* The life of the heap block it was in, a number that no other block
	 * and no other life of it has; 0: none, several, or unknown. */
	uint64_t block;
	tid thread;
	uint8_t kind;  /* enum race_kind */
	uint8_t phase; /* enum race_phase */
};

static inline bool race_conflict(uint8_t a, uint8_t b)
{
	return ((a | b) & RACE_WRITE) && !(a & b & RACE_ATOMIC);
}

/* Two accesses that race, in the order in which they were made. */
struct race_sight {
	const struct race_access *first, *second;
	uint64_t execution; /* its number, from 1 */
	/* The second access's: those that it makes with several earlier ones
	 * count once for each candidate. */
	uint64_t number;
	bool pure; /* by happens-before itself, not by the limited one alone */
};

/* What a candidate was seen as: bits. */
enum race_seen {
	RACE_SEEN_RECYCLED = 1,
	RACE_SEEN_SETUP = 2, /* and not recycled */
	RACE_SEEN_PLAIN = 4, /* neither */
};

/* Who came first: bits.  If both sides are one, their threads tell: the lower
 * number.  Recycled sightings have no order. */
enum race_order {
	RACE_ONE_FIRST = 1,
	RACE_TWO_FIRST = 2,
	RACE_BOTH_ORDERS = 3,
};

struct race_side {
	uint64_t pc;
	uint64_t stack; /* where it was seen first */
	uint8_t kind;
	uint8_t unused[7];
};

struct race {
	struct race_side one, two; /* ascending, by pc and kind */
	uint64_t address;	   /* of the first sighting: bytes of both */
	uint64_t count;		   /* accesses that completed the pair */
	uint64_t execution;	   /* in which it was seen first, and last */
	uint64_t execution_last;
	uint64_t number; /* race_sight.number of the last */
	uint8_t seen;	 /* enum race_seen */
	uint8_t orders;	 /* enum race_order */
	uint8_t failing; /* candidates_failed */
	uint8_t pure;	 /* one sighting was: a race to the language */
	uint8_t unused[4];
};

/* Which sides: bits. */
enum race_sides {
	RACE_SIDE_ONE = 1,
	RACE_SIDE_TWO = 2,
};

/* Could it be a row of a table?  For what another process wrote. */
bool race_valid(const struct race *r);

bool race_suppressed(const struct race *r);
bool race_held(const struct race *r);

/* Not in the first execution, so that one pass would not have seen it. */
bool race_late(const struct race *r);

/* The sides that a search by all candidates has to stop before.  Never a free,
 * which is no instruction to stop before, and never an atomic, which is a point
 * of its class. */
unsigned race_sides_all(const struct race *r);

/* Those of them that are worth a job: both when seen in both orders, else the
 * earlier one; none if it is suppressed or held (thesis, section 4.2.5). */
unsigned race_sides_next(const struct race *r);

#endif
