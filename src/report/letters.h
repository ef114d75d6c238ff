/* SPDX-License-Identifier: MIT */
/* letters.h - one letter for a block of memory, wherever a bug is told of
 *
 * By the order of the table's rows; blocks without a row come behind.  What
 * speaks of the same execution, in whatever order, then calls them the same.
 */
#ifndef REPORT_LETTERS_H
#define REPORT_LETTERS_H

#include "report/names.h"

/* Before the first name is given; once, later calls do nothing. */
void letters_give(struct names *n);
/* Those of another execution of the same test first, where it has the block,
 * too. */
void letters_like(struct names *n, struct names *other);

#endif
