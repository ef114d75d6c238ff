/* SPDX-License-Identifier: MIT */
/* answer.h - the answer at a decision point, where it is not plain
 *
 * Who may go on has to be looked at for all; then the prefix says who does, or
 * the search.
 */
#ifndef NATIVE_ANSWER_H
#define NATIVE_ANSWER_H

#include "native/rt.h"

/* Never returns where nothing can go on, the search stops the execution or the
 * prefix cannot be followed. */
struct choice answer_of_all(void);

#endif
