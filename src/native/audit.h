/* SPDX-License-Identifier: MIT */
/* audit.h - is everything back where it was? (native-rules 2)
 *
 * After the executions numbered 1, 2, 4, 8, ... and the last one, everything
 * that an execution can change is compared with how it was before the first:
 *
 *   data of the program and of every library, and the C library's control
 *   blocks of threads        here
 *   what the kernel keeps    audit/, one file each: audit/part.h
 *
 * and, whenever an execution goes back to a checkpoint that was noted, the
 * stacks, thread-local storage and heap in use (audit/points.h): after a
 * restart all of those start anew.
 *
 * What differs and is not on the list of reviewed differences in its file was
 * changed behind the undo log's back: nothing explored since the last clean
 * audit can be trusted.
 *
 * Not compared: heap and stacks that are not in use; memory that libraries
 * allocated before the first execution.
 *
 * Cost     one compare of the program's and its libraries' data (100 KB for a
 *          C program) and some hundred system calls, 0.3 ms, as often as the
 *          logarithm of the executions; and what audit/points.h says.
 */
#ifndef NATIVE_AUDIT_H
#define NATIVE_AUDIT_H

#include "native/rt.h"

/* Copies what is to be compared; the template of every execution. */
void audit_init(void);
/* After everything was rewound.  True: as it was.  Otherwise `text` names the
 * first place that differs, and `at` is its address. */
/* Is that difference in data of the test, and not of the C or C++ library? */
bool audit_of_test(uint64_t where);
bool audit_clean(char *text, size_t n, uint64_t *at);
/* What changes in the C library between the two belongs to the template: calls
 * of ours that keep memory for good. */
void audit_keep_begin(void);
void audit_keep_end(void);
/* Those data and their copies, piece by piece; audit_regions_find once before,
 * where there is no audit_init. */
void audit_regions_find(void);
void audit_regions(
	void (*each)(const void *now, const void *then, uint64_t bytes));
/* Is an audit due after this many executions? */
static inline bool audit_due(uint64_t executions)
{
	return (executions & (executions - 1)) == 0;
}

#endif
