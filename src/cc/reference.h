/* SPDX-License-Identifier: MIT */
/* reference.h - who refers to an imported function: the PLT, read backwards
 *
 * A reference is any 32-bit displacement in code that leads to the import's
 * stub or to its slot in the GOT: call, jump, or address taken.  Bytes are not
 * decoded as instructions, so a match by chance is possible, once in 2^31 a
 * byte; a pointer in data counts as one reference without a place.
 *
 * Cost     one pass over the code a name.
 */
#ifndef CC_REFERENCE_H
#define CC_REFERENCE_H

#include "cc/image.h"
#include "channel/inventory.h"

/* True when code outside the runtime refers to `symbol`.  *where is the
 * address after the displacement: a return address, if it is a call; 0 when
 * only data refers to it.  `inventory` says where the runtime is; NULL: it is
 * nowhere.  `where` may be NULL. */
bool reference_find(const struct image *m, const char *symbol,
	const struct inventory *inventory, uint64_t *where);

#endif
