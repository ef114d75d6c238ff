/* SPDX-License-Identifier: MIT */
/* nearest.h - beside a schedule that fails, the nearest one that does not
 *
 * What differs between the two is what the failure takes: report/decisive.h
 * says it.  Candidates are made as those of a simpler schedule are, by strategy
 * nearest, in what is left of the time for that (a quarter of it at least).
 */
#ifndef CLI_NEAREST_H
#define CLI_NEAREST_H

#include "cli/processes/processes.h"
#include "cli/words/options.h"
#include "report/result.h"

/* Of each bug that came again, but for data races.  What goes wrong here goes
 * wrong in silence: then nothing is said. */
void nearest(struct processes *all, const struct options *o, struct result *r);

#endif
