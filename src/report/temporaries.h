/* SPDX-License-Identifier: MIT */
/* temporaries.h - what a thread keeps on its stack and no other one sees
 *
 * Where nobody named it, it is the compiler's: at -O0 the value of an atomic
 * load goes through one, and its row says again what the row of the load has
 * said.  What has a name has a row where the line that failed read it, or a
 * value that was copied on to there: other counts and places of a thread tell
 * nothing about the failure.
 */
#ifndef REPORT_TEMPORARIES_H
#define REPORT_TEMPORARIES_H

#include "report/names.h"
#include "report/sequence.h"
#include "report/touched.h"

/* Hides those that one thread alone touches; the failing access stays.  After
 * operands_show. */
void temporaries_hide(
	struct sequence *s, struct names *n, struct touched *touched);

#endif
