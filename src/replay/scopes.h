/* SPDX-License-Identifier: MIT */
/* scopes.h - the functions and blocks around an address, and their variables */
#ifndef REPLAY_SCOPES_H
#define REPLAY_SCOPES_H

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include "replay/symbols.h"

/* The DIEs around an address, innermost first, inlining as it was done.  The
 * caller frees *out; bias is what to subtract from addresses for them. */
int scopes_at(Dwfl_Module *module, uint64_t address, Dwarf_Die **out,
	Dwarf_Addr *bias);

/* symbols_local in one module; `pc` is inside of the call. */
bool locals_find(Dwfl_Module *module, uint64_t pc, uint64_t cfa,
	uint64_t address, uint64_t size, struct datum *out);

#endif
