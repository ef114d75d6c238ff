/* SPDX-License-Identifier: MIT */
/* scopes.h - the local variables of the functions and blocks around an address
 */
#ifndef REPLAY_SCOPES_H
#define REPLAY_SCOPES_H

#include "replay/blocks.h"
#include "replay/symbols.h"

/* symbols_local in one module; `pc` is inside of the call. */
bool locals_find(struct blocks *b, uint64_t pc, uint64_t cfa, uint64_t address,
	uint64_t size, struct datum *out);

#endif
