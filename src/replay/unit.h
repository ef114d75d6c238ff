/* SPDX-License-Identifier: MIT */
/* unit.h - the compilation unit that an address belongs to
 *
 * By the table of addresses (.debug_aranges) where there is one; not every
 * compiler writes it, and then all units are asked, one after the other.
 */
#ifndef REPLAY_UNIT_H
#define REPLAY_UNIT_H

#include <elfutils/libdwfl.h>

/* NULL: no debug information says whose it is.  *bias is what to subtract from
 * addresses for it. */
Dwarf_Die *unit_at(Dwfl_Module *module, uint64_t address, Dwarf_Addr *bias);

#endif
