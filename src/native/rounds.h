/* SPDX-License-Identifier: MIT */
/* rounds.h - the search begins anew: other decision points, another reduction
 *
 * What an execution shows of the test (races, what reductions cannot go by)
 * makes another space; a round explores one.  All between executions.
 */
#ifndef NATIVE_ROUNDS_H
#define NATIVE_ROUNDS_H

#include "native/rt.h"

/* enum coarse bits of the first round. */
uint32_t round_coarse(void);
/* What the search of this round is to be like. */
struct search_config round_search(void);
/* What lazy reduction has met that it knows to be beyond it: then the next
 * round is without (rt.points_grew). */
void round_heed_warnings(void);

void round_begin(void);
/* With others: who is not `empty` explores the new space from its beginning,
 * and the rest get parts of it. */
void round_begin_shared(bool empty);

#endif
