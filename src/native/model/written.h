/* SPDX-License-Identifier: MIT */
/* written.h - which entry of a buffer was flushed last, byte by byte
 *
 * A thread that reads what it stored itself reads the value of that entry, and
 * no memory, though it was flushed by then; and who writes over it changes that
 * value (docs/design/025-models.md).  For that it is known of each byte which
 * entry it has, until somebody writes there without a buffer.
 *
 * Only with footprints.  A plain store that is no decision point need not be
 * told: what orders it orders who reads there, too.
 *
 * Goes back  by the undo log.
 * Cost       a look into a table for each 8 bytes of an access that is told.
 */
#ifndef NATIVE_MODEL_WRITTEN_H
#define NATIVE_MODEL_WRITTEN_H

#include "native/rt.h"

uint64_t written_bytes(void);
void written_memory(void *memory);

/* An entry was flushed: an object of late.h. */
void written_by(uint64_t address, size_t n, uint64_t entry);
/* Somebody wrote there without a buffer; or added to it in a way that
 * commutes, which leaves it to who writes next. */
void written_over(uint64_t address, size_t n, bool added);
/* The entry that this byte has, for who writes over it; 0: none.  `read`: for
 * who reads it, which is none where something was added. */
uint64_t written_there(uint64_t byte, bool read);
/* Is anything known at all? */
bool written_any(void);

#endif
