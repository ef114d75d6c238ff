/* SPDX-License-Identifier: MIT */
/* spin.h - exact detection of spinning (search-rules 8, native-rules 16)
 *
 * A thread that comes back to the same place with the same state, having
 * changed nothing, would only repeat itself: its next operation waits until
 * something that the iteration read differs from what was read.
 *
 * All of its state is rewound with the execution (struct spin lies in struct
 * thread, watches in the arena), so that every way of going back sees the same.
 */
#ifndef NATIVE_SPIN_H
#define NATIVE_SPIN_H

#include "native/rt.h"

/* The hook budget is spent: watch this loop, or cut the execution. */
void spin_fuel(uint64_t address, size_t size, uint64_t pc);
/* The running thread arrives at a decision point; its pending entry is set.
 * Marks it as spinning when it has made a zero-effect iteration. */
void spin_arrive(uint64_t pc, void *frame);
/* An operation is about to change, or reads, `n` <= 8 bytes of state that the
 * test's memory does not show (a lock's owner, a count, the clock): part of the
 * iteration like any access.  Call before the change. */
void spin_object(void *state, size_t n, bool changed);
/* The same of state that an operation has announced by a name of its own
 * (state.h): only who awaits a change goes by its address. */
void spin_state(void *state, size_t n, bool changed);
/* The running thread changed something that others can see. */
static inline void spin_effect(void)
{
	rt.self->spin.effects++;
	rt.self->spin.sum += 0x9e3779b1u;
}
/* The same, of a value that may be put back. */
static inline void spin_effect_of(uint64_t address, uint64_t old, uint64_t new)
{
	struct spin *s = &rt.self->spin;

	s->effects++;
	s->sum += (uint32_t)(new - old) *
		  ((uint32_t)(address >> 2) * 0x9e3779b1u | 1);
}
/* It did what no repetition undoes: a data choice, output, a new thread. */
void spin_abandon(void);
/* It has allocated, or frees what begins there: the same, unless a turn of a
 * loop does both. */
void spin_allocated(void);
void spin_freed(uint64_t block);
/* It has slept, for more than no time. */
static inline void spin_slept(void)
{
	thread_touch(rt.self);
	rt.self->spin.slept++;
}
/* Memory of the test is gone: nobody may look there for what he awaits. */
void spin_unmapped(uint64_t from, uint64_t to);
/* What the runtime's frames have left below this one, stamps and steps that
 * differ from turn to turn, is cleared: a frame of the test's that comes to lie
 * there may have room that nobody sets, and turns are compared byte by byte. */
void spin_scrub(void);
static inline void spin_leave_nothing(void)
{
	if (unlikely(rt.watching & SPINNING) ||
		(unlikely(rt.watching & TURNING) && rt.self->spin.compared))
		spin_scrub();
}
/* An iteration must not begin at the operation just decided on. */
void spin_not_here(void);
/* Sets offers of a spinning thread: enabled iff something it read differs. */
void spin_offer(struct thread *t, struct pending *p);
/* The running thread, at pc, has made a zero-effect iteration, which looked at
 * the clock, and would wait: it lets time pass instead, and makes another one.
 * False: it does wait. */
bool spin_passes_time(uint64_t pc);
/* Nothing is enabled.  Somebody may await the clock: it jumps, 1 ms at first,
 * doubled up to 1 h, and further as long as nothing comes of it.  False: time
 * alone changes nothing. */
bool spin_clock(void);
/* What struct spin.confirm says: at a dead end a spinning thread makes its
 * iteration once more, and what came of it. */
enum confirm {
	CONFIRM_NO,
	CONFIRM_RUNS,
	CONFIRM_ALONE,
	CONFIRM_OTHERS,
	CONFIRM_BLOCKED /* it could not begin: somebody's turn is in the way */
};
/* And of others meanwhile, struct spin.others: bits. */
enum others {
	OTHERS_CAN = 1,
	OTHERS_MIGHT = 2 /* with turns that are made by turns: not tried */
};
/* Neither does time help.  What to do about it: */
enum dead_end {
	DEAD_END_CONFIRM, /* a spinning thread makes its iteration once more, to
			     see whether others can go on in its middle */
	DEAD_END_UNFAIR,  /* they could, and were not let: no fair schedule */
	DEAD_END_LIVELOCK,
	DEAD_END_DEADLOCK,
};
enum dead_end spin_dead_end(void);
/* In the middle of t's confirming turn: could somebody whose turn was in the
 * way of t's anchor make it here?  Then t has to wait here instead. */
bool spin_is_in_the_way(const struct thread *t);
/* The same: could a thread that was stopped for its turn go on differently
 * here? It is tried alone.  True: such a trial begins, and the decision that
 * follows is its; else t->spin.others says. */
bool spin_tries_others(struct thread *t);
/* Somebody goes on for another reason than to confirm a dead end. */
void spin_progress(void);
/* The running thread is at the head of a loop at pc, after such a turn; what it
 * has read is in its watch. */
void spin_turned(uint64_t pc);
/* The running thread, which is watched or in a loop that tells its turns, makes
 * an operation of this kind. */
void spin_made(enum op kind);
/* Would a thread whose turn came to nothing, and which was stopped for that, go
 * on differently by now?  Then the execution is one too many. */
bool spin_in_vain(void);
/* What the turn of a thread that was stopped, or awaits, looked at last; 0: at
 * nothing that has a name. */
uint64_t spin_looks_at(const struct thread *t);
/* Did the turn after which t waits look at the clock? */
bool spin_looked_at_clock(const struct thread *t);
/* t is not waiting after a turn: it is watched as if it had met nothing yet. */
void spin_begin_anew(struct thread *t);
/* t was granted its operation: it spins no more. */
void spin_resume(struct thread *t);

#endif
