/* SPDX-License-Identifier: MIT */
/* operands.h - which values made a line fail: what it has read
 *
 * The text of an assertion names its operands; their values are what the
 * failing thread read last in the same line, itself or in a function that the
 * line calls.  Nothing of the language is parsed.  A local in a register is not
 * read, and has no row.
 */
#ifndef REPORT_OPERANDS_H
#define REPORT_OPERANDS_H

#include "report/names.h"
#include "report/sequence.h"

/* Shows the reads of that line, of each object the last, and of these the last
 * few. */
void operands_show(struct sequence *s, struct names *n);

/* Is it a read of memory of the program that has no name, such as a text in
 * quotes?  Nobody changes that. */
bool operands_is_text(const struct item *item, struct names *n);

#endif
