/* SPDX-License-Identifier: MIT */
/* turn.h - turns of loops, as the compiler tells them
 *
 * At the head of each loop that looks at shared memory or calls something the
 * plugin has put a call that tells what the loop carries round
 * (plugin/turn.h).  So a turn that came to nothing is known at its end, the
 * first time: nothing is carried round that was not there before, and what it
 * changed in memory and in objects it has put back itself, unseen by others.
 *
 * Such a turn, whatever it has read, is no part of a trace
 * (docs/design/018-turns.md): its thread ends its part here, and another
 * execution has it wait instead until the turn comes that leaves the loop.
 *
 * Memory   the arena of the execution; nothing in it changes once it is there
 *          but under the log.
 * Cost     within such a loop, a note of 64 bytes for each access that is
 *          announced; a walk through those of a turn at its end, if it wrote.
 */
#ifndef NATIVE_SPIN_TURN_H
#define NATIVE_SPIN_TURN_H

#include "native/spin/cycle.h"
#include "native/spin/watch.h"
#include "search/awaits.h"

enum {
	TURN_NOTES = 1 << 16, /* of a thread in one execution */
	TURN_MOST = 512,      /* writes of one turn: more count as an effect,
				 as what is asked grows with their number */
	TURN_WRITES = 64,     /* of one turn */
};

/* Of the size of a range: each turn sets it anew, and others may know it
 * (plugin/turn.h: SCARP_TURN_ANEW). */
#define TURN_ANEW (1ull << 63)

/* One access. */
struct noted {
	struct noted *before;	    /* any */
	struct noted *before_write; /* the one before it that wrote */
	struct entry e;
	uint32_t writes; /* that the thread had made before */
};

/* A loop that the thread is in, and its turn. */
struct turn {
	struct turn *outer;
	uint64_t pc, frame;
	const struct noted *since; /* the newest note when the turn began */
	uint32_t abandons;	   /* the thread's, then */
	uint32_t slept;		   /* the same */
	uint64_t heap;		   /* where its heap ended, then */
	int error;		   /* errno, then */
	uint64_t fpu;		   /* place.h */
	uint8_t depth, loop;	   /* of loops in this function; which */
	uint8_t values, ranges;
	bool counted;	 /* the loop gives up at some number of turns, */
	bool leaves;	 /* and what a turn set may be read then */
	bool keyed;	 /* it may wait for one place: await.h */
	bool stale;	 /* the turn before it had an effect, */
	bool rereads;	 /* and what that read last is no value */
	uint32_t notes;	 /* how many the thread had then, */
	uint32_t writes; /* and of them */
	/* The first turn that began as this one did, all since included, and
	 * how many there were. */
	const struct turn *first;
	uint32_t nth;
	struct cycle cycle;
	struct await_key key;
	uint64_t word[]; /* values; addresses and sizes */
};

/* What becomes of turns in this round, and whether loops tell them, in this
 * process from now on. */
void turn_round(void);
/* The running thread touches n <= 8 bytes. */
void turn_note(struct thread *t, struct entry now);
/* The turns under way have done what no repetition undoes: they are not without
 * effect, and nothing of them is looked at any more. */
void turn_forget(struct thread *t);
/* Where the thread's heap ends. */
uint64_t turn_heap_end(const struct thread *t);
/* Has the turn under way allocated what begins at this address? */
bool turn_allocated(const struct thread *t, uint64_t block);
/* Memory is gone. */
void turn_unmapped(struct thread *t, uint64_t from, uint64_t to);
/* It arrives where others can see what it has changed. */
void turn_stop(struct thread *t);
/* The running thread touches state that others may have changed for a while. */
void turn_seen(struct thread *other, uint64_t at, size_t n);

static inline bool turning(const struct thread *t)
{
	return t->spin.loops != 0;
}

/* Has the turn written more than is noted? */
static inline bool turn_is_long(const struct thread *t, const struct turn *turn)
{
	return t->spin.writes - turn->writes >= TURN_MOST;
}

/* The write before note n that belongs to the turn, if there is one. */
static inline const struct noted *turn_write_before(
	const struct turn *turn, const struct noted *n)
{
	n = n->before_write;
	return n && n->writes >= turn->writes ? n : 0;
}

/* Is what it does next noted? */
static inline bool turn_notes(const struct thread *t)
{
	return t->spin.loops && !turn_is_long(t, t->spin.loops);
}

#endif
