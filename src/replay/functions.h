/* SPDX-License-Identifier: MIT */
/* functions.h - all functions of a module, and where their code lies
 *
 * From its debug information, inlined copies and outlined parts included, and
 * from its symbol table.
 */
#ifndef REPLAY_FUNCTIONS_H
#define REPLAY_FUNCTIONS_H

#include <elfutils/libdwfl.h>

#include "replay/symbols.h"

/* One call for each piece of code of each function. */
void functions_each(Dwfl_Module *module, symbols_left_out left_out,
	symbols_found found, void *arg);

#endif
