/* SPDX-License-Identifier: MIT */
/* inventory_section.c - room for the inventory in every linked executable
 *
 * `scarp cc` fills it in after the link; see cc/inventory.h.  It is read-only
 * data that the runtime never touches, and --gc-sections must leave it.
 */
#include "cc/inventory.h"

_Static_assert(sizeof(struct inventory) == INVENTORY_BYTES,
	"the section has a fixed size");

__attribute__((section(INVENTORY_SECTION), used, retain, aligned(16)))
static const struct inventory reserved = {
	.magic = INVENTORY_MAGIC,
	.version = INVENTORY_VERSION,
	.bytes = sizeof(struct inventory),
	.build = SCARP_BUILD,
	.state = INVENTORY_NOT_PATCHED,
};
