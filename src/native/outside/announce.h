/* SPDX-License-Identifier: MIT */
/* announce.h - calls that are announced on their way out (announced.def) */
#ifndef NATIVE_ANNOUNCE_H
#define NATIVE_ANNOUNCE_H

#include "native/rt.h"

/* Row number `row` of announced.def, with the integer arguments of the call. */
void announce(int row, const uint64_t *argument, uint64_t pc);

#endif
