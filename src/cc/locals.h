/* SPDX-License-Identifier: MIT */
/* locals.h - has an executable local structs or arrays that clang may hide?
 *
 * Without scarp's plugin, clang announces no access to a part of a local
 * variable (`s.x`, `a[i]`) whose own address never leaves the function, even
 * when that of the whole variable does: it asks of the part alone whether it is
 * captured.  The debug information says which locals of such types live in
 * memory; that another thread has their address is not known, so this is a
 * suspicion: the caveat local_parts.
 *
 * Not counted: what a compiler keeps in registers, and types of the thread
 * library, whose insides the test leaves alone.
 */
#ifndef CC_LOCALS_H
#define CC_LOCALS_H

#include "cc/units.h"

/* Looks through the units that clang instrumented without scarp's plugin. */
void locals_list(struct draft *d, const struct units *units);

#endif
