/* SPDX-License-Identifier: MIT */
/* stacks.h - call stacks, and who waits for whom */
#ifndef REPORT_STACKS_H
#define REPORT_STACKS_H

#include "report/names.h"

/* The frames of one stack, a line each, inlined ones too; those of the system's
 * libraries are left out but for the innermost.  `indent`: blanks. */
void stacks_print(
	struct names *n, const struct channel_stack *s, int indent, FILE *out);

/* The stacks of a bug: where it happened, and the second place. */
void stacks_bug(struct names *n, const struct channel_bug *bug, FILE *out);

/* What the second one is: "freed". */
const char *stacks_second_place(enum bug_kind kind);

/* Deadlock and livelock: a sentence for each waiting thread. */
void stacks_waits(struct names *n, const struct channel_bug *bug, FILE *out);

#endif
