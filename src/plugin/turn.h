/* SPDX-License-Identifier: MIT */
/* turn.h - the head of a loop tells the runtime what a turn of it begins with
 *
 * A turn that comes back to the head with nothing changed can be left out
 * (docs/design/018-turns.md).  What lies in memory that others may know is seen
 * by the runtime; what lies in registers, or in locals that no hook announces,
 * only the compiler knows, and also which of it the next turn will not read. So
 * a plugin puts a call at the head of each loop that looks at shared memory or
 * calls something:
 *
 *     if (__scarp_turns)
 *             __scarp_turn(when, shape, values ..., addresses and sizes ...)
 *
 * when      SCARP_TURN_ENTERS where the loop is entered, SCARP_TURN_AGAIN where
 *           it is gone round
 * values    as many as the lowest bits of shape say, of 64 bits: all that the
 *           loop may change and that is read later, but for memory with hooks
 * ranges    address and size of locals with hooks that are told as values, that
 *           nothing reads before it sets them anew, or whose life has ended
 *
 *           With SCARP_TURN_ANEW in its size: memory that others may know,
 * which each turn sets as a whole, having done nothing before but to read at
 *           places that do not change and to set others like this one
 *
 * A loop of which that cannot be said has no call, and none has a loop that
 * counts its turns: it is never back.  But if all that depends on the count is
 * when the loop gives up,
 *
 *     for (int i = 0; i < 1000; i++) if (try_to()) break;
 *
 * it has one, with SCARP_TURN_COUNTED in shape and without the count, and a
 * call with SCARP_TURN_LEFT on each way out; the first value of both is the
 * frame's address (where the call stands depends on how many values are on the
 * stack).  SCARP_TURN_LEAVES says that
 * something the turn sets may be read behind the loop.
 *
 * A loop that begins with what it has just read, and goes round with what a
 * compare and exchange has read there instead,
 *
 *     old = load(p); do ...; while (!compare_exchange(p, &old, new));
 *
 * is as good as one that reads at its beginning: who comes to it later reads
 * there what this one read last.  Its first call stands before that load, and
 * what was read is no value; where it is entered the head says
 * SCARP_TURN_ENTERED, and wherever it is gone round SCARP_TURN_REREAD in shape:
 * after a turn that had an effect nobody can read there later, in its place.
 */
#ifndef PLUGIN_TURN_H
#define PLUGIN_TURN_H

#define SCARP_TURN "__scarp_turn"
#define SCARP_TURNS "__scarp_turns" /* unsigned char: does anybody ask? */

enum {
	/* All of these but ENTERS as in native/spin/turn.c */
	SCARP_TURN_AGAIN,
	SCARP_TURN_ENTERS,
	SCARP_TURN_ENTERED, /* it was told */
	SCARP_TURN_LEFT,

	SCARP_TURN_MOST = 16, /* values, and as many ranges */
	/* Beside the number of values. */
	SCARP_TURN_REREAD = 32,
	SCARP_TURN_LEAVES = 64,
	SCARP_TURN_COUNTED = 128,
	/* Of shape: values, then ranges, then how many loops of the function
	 * this one lies in, itself included, then which it is, from 1. */
	SCARP_TURN_BITS = 8,
	SCARP_TURN_LOOPS = 255
};

#define SCARP_TURN_ANEW (1ull << 63)

#endif
