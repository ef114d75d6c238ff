/* SPDX-License-Identifier: MIT */
/* save.c - what a thread was, for a checkpoint to be gone back to */
#include "native/rt.h"

enum { /* of a struct thread, without and with turns that are erased */
	THREAD_SHORT = (offsetof(struct thread, spin.loops) + 15) & ~15ul,
	THREAD_WHOLE = offsetof(struct thread, rare),
};

void thread_save(struct thread *t)
{
	if (rt.kept) {
		undo_save(t, rt.loop_turns ? THREAD_WHOLE : THREAD_SHORT);
		undo_save(&rt.pending[t->id], sizeof rt.pending[0]);
	}
	t->epoch = rt.epoch;
}

void thread_save_rare(struct thread *t)
{
	if (rt.kept)
		undo_save(&t->rare, sizeof t->rare);
	t->rare.rare_epoch = rt.epoch;
}
