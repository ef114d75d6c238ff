/* SPDX-License-Identifier: MIT */
/* points.h - is everything that is in use back at a checkpoint?
 *
 * Between executions no stack and no heap block is in use, so the audit there
 * cannot see a store that nobody announced and that went to another thread's
 * stack or thread-local storage, or into a block: it matters only while a
 * checkpoint's branches are explored.  So some checkpoints are *noted*: what is
 * in use is copied, and compared when the search comes back.
 *
 * Which ones: those of an execution after which there is an audit, and of one
 * that begins while there is credit.  Credit begins at 1 MiB and grows by 32
 * bytes an execution; copying and comparing cost it.
 *
 * Memory   NOTES_BYTES, reserved.
 * Cost     32 bytes copied or compared an execution, on average.
 */
#ifndef NATIVE_AUDIT_POINTS_H
#define NATIVE_AUDIT_POINTS_H

#include "native/rt.h"

extern HIDDEN bool audit_noting;    /* this execution's checkpoints */
extern HIDDEN uint32_t audit_notes; /* checkpoints noted and still there */

void audit_points_init(void);
/* An execution begins; `due`: an audit comes after it. */
void audit_points_begin(bool due);

/* The checkpoint number `depth` (from 1) was taken: all threads are suspended,
 * or saved right here. */
void audit_note(uint32_t depth);
/* The deepest one that is noted; 0: none. */
uint32_t audit_deepest(void);
/* What was noted of checkpoints deeper than this one is forgotten. */
void audit_forget(uint32_t depth);
/* Everything went back to the checkpoint.  Does not return when something in
 * use is not as it was. */
void audit_compare(uint32_t depth);

#endif
