/* SPDX-License-Identifier: MIT */
/* models.h - `scarp check --model all`: one memory model after the other
 *
 * Each has a search of its own, in a process of its own, as the command would
 * make it with the model's name; the weaker ones come later, and none comes
 * after one under which the test fails.  Where the first one, sequential
 * consistency, is verified and no execution made a store that could be late,
 * all others are the same and need no execution; where no load overtook one,
 * total store order is (docs/design/029-pso.md).
 *
 * Each begins with the racing instructions of those before it (handed.h).  A
 * budget is one for all, and divided where a search may use all of it: what is
 * left, by how many may yet come.  What interrupts a search ends them all.
 */
#ifndef CLI_MODELS_H
#define CLI_MODELS_H

#include "cli/words/options.h"

/* Options that were judged, and the command's words; the exit code. */
int models_run(const struct options *o, int argc, char **argv);

#endif
