/* SPDX-License-Identifier: MIT */
/* cc.h - the compiler command: `scarp cc`, `scarp c++`, `scarp flags`
 *
 * A compiler driver that changes its arguments and runs gcc or clang.  What is
 * only compiled is exec'ed; an executable or a shared library is linked in a
 * child and looked at afterwards (inventory.h).
 *
 * Options of its own, anywhere on the line: --compiler gcc|clang|PATH (the
 * environment variable SCARP_COMPILER replaces its value), --keep-O and
 * --no-plugin.
 * Callers  src/cli/words/main.c.
 */
#ifndef CC_CC_H
#define CC_CC_H

#include <stdbool.h>

/* argv[0] is ignored, the rest are the compiler's arguments.  Returns the exit
 * code: the compiler's, or 2 when scarp refuses. */
int cc_main(int argc, char **argv, bool cxx);

/* scarp flags [--cflags|--libs] [--compiler gcc|clang] [--c++]
 * [--no-plugin] */
int cc_flags_main(int argc, char **argv);

#endif
