/* SPDX-License-Identifier: MIT */
/* audit.h - is everything back where it was? (native-rules 2)
 *
 * After the executions numbered 1, 2, 4, 8, ... and the last one, the data of
 * the program and of every library, and the C library's control blocks of
 * threads, are compared with the copies that were taken before the first.  What
 * is not on the reviewed lists was written behind the undo log's back: nothing
 * explored since the last clean audit can be trusted.
 *
 * Not compared: stacks and thread-local storage, which every life starts anew;
 * the heap, whose new blocks read as zero, and where constructors of libstdc++
 * may fill fresh ones without telling; memory that libraries allocated before
 * the first execution; and what the kernel keeps.
 *
 * Cost     one compare of the program's and its libraries' data (100 KB for a
 *          C program), as often as the logarithm of the executions.
 */
#ifndef NATIVE_AUDIT_H
#define NATIVE_AUDIT_H

#include "native/rt.h"

/* Copies what is to be compared; the template of every execution. */
void audit_init(void);
/* After everything was rewound.  True: as it was.  Otherwise `text` names the
 * first place that differs, and `at` is its address. */
bool audit_clean(char *text, size_t n, uint64_t *at);
/* What changes in the C library between the two belongs to the template: calls
 * of ours that keep memory for good. */
void audit_keep_begin(void);
void audit_keep_end(void);
/* Is an audit due after this many executions? */
static inline bool audit_due(uint64_t executions)
{
	return (executions & (executions - 1)) == 0;
}

#endif
