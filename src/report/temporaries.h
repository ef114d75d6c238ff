/* SPDX-License-Identifier: MIT */
/* temporaries.h - what the compiler keeps on a stack and nobody named
 *
 * At -O0 the value of an atomic load goes through one: its row says again what
 * the row of the load has said.
 */
#ifndef REPORT_TEMPORARIES_H
#define REPORT_TEMPORARIES_H

#include "report/names.h"
#include "report/sequence.h"
#include "report/touched.h"

/* Hides those that one thread alone touches; the failing access stays. */
void temporaries_hide(
	struct sequence *s, struct names *n, struct touched *touched);

#endif
