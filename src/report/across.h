/* SPDX-License-Identifier: MIT */
/* across.h - a second pair beside the one that is turned, on another object
 *
 * Thread X comes before Y at one object and behind it at another one: X's steps
 * are before all of Y's for the one and behind all of them for the other, as
 * where the halves of what belongs together are read apart (Lu et al., "MUVI",
 * 2007), or where each of two has what the other one waits for.  One of the
 * two pairs is turned in the execution that passes.  The other one is told
 * where the line that failed depends on it (lines.h), and in the circle of a
 * deadlock.
 */
#ifndef REPORT_ACROSS_H
#define REPORT_ACROSS_H

#include "report/compare.h"

/* For the pair in middle[NOTED], unless there are three steps: the second one,
 * in DECISIVE_AFTER and DECISIVE_BESIDE. */
void across_find(const struct compare *a, uint32_t *middle);

/* What the second thread of the pair waits for is known by the trace that
 * fails; where the first one waits as well, for what the second one has, that
 * pair is the other half of a circle. */
void across_circle(const struct compare *a, struct decisive *out);

#endif
