/* SPDX-License-Identifier: MIT */
/* code_lines.h - all lines of a module's source that have code, and where
 *
 * From its debug information: a line has as many pieces as the compiler made
 * of it, each told once; code that was inlined there belongs to its own line.
 */
#ifndef REPLAY_CODE_LINES_H
#define REPLAY_CODE_LINES_H

#include <elfutils/libdwfl.h>

#include "replay/symbols.h"

void code_lines_each(Dwfl_Module *module, symbols_line found, void *arg);

#endif
