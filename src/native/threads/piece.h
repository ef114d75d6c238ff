/* SPDX-License-Identifier: MIT */
/* piece.h - where no other thread may run
 *
 * Between piece_begin() and piece_end() what the running thread does is one
 * piece (piece.def).  They nest; the outermost says what holds it, since that
 * is what would have to be given up.
 *
 * Cost     begin and end a few instructions; who asks, one byte of the thread.
 */
#ifndef NATIVE_PIECE_H
#define NATIVE_PIECE_H

#include "native/rt.h"

enum piece {
	PIECE_not,
#define PIECE(name, waits) PIECE_##name,
#include "native/threads/piece.def"
#undef PIECE
};

static inline void piece_begin(enum piece what)
{
	thread_touch(rt.self);
	if (rt.self->held_depth++ == 0)
		rt.self->held_by = (uint8_t)what;
}

static inline void piece_end(void)
{
	thread_touch(rt.self);
	if (--rt.self->held_depth == 0)
		rt.self->held_by = PIECE_not;
}

/* The running thread, which is held, would have to wait at pc. */
void piece_waits(uint64_t pc);

#endif
