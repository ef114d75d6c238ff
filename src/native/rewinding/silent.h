/* SPDX-License-Identifier: MIT */
/* silent.h - calls of a library that make operations, and write in silence
 *
 * A function of a library that asks the system more than once, by functions of
 * ours, is no piece: others run between its operations.  What it writes in
 * between, to blocks of the heap that it allocated, nobody announces.  So
 * nothing may be gone back to that lies inside of it: from silent_begin() to
 * silent_end() no checkpoint is kept and no mark taken.  What lies before is
 * gone back to as ever, if what the call changes of the memory that there was
 * is told before it begins; its stack goes back with the thread.
 *
 * Freed blocks are not handed out again to it, as what they had is known to no
 * log; and its loops are not taken for loops that wait.
 */
#ifndef NATIVE_SILENT_H
#define NATIVE_SILENT_H

#include "native/spin.h"

static inline void silent_begin(void)
{
	thread_touch(rt.self);
	if (rt.self->silent++ == 0)
		rt.world.silent++;
	spin_abandon();
}

static inline void silent_end(void)
{
	thread_touch(rt.self);
	if (--rt.self->silent == 0)
		rt.world.silent--;
	spin_abandon();
}

#endif
