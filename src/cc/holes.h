/* SPDX-License-Identifier: MIT */
/* holes.h - what the compiler plugins could not announce, read after the link
 *
 * The lines of plugin/holes.h in a linked file.  The file's own, so a line of
 * code that the linker left out of it still counts.
 */
#ifndef CC_HOLES_H
#define CC_HOLES_H

#include "cc/draft.h"
#include "cc/image.h"
#include "cc/units.h"

/* Counts the different lines, and keeps the first. */
void holes_list(struct draft *d, const struct image *file);

/* A unit that was compiled without the plugin is a hole by itself: what else
 * its compiler leaves out, nobody has listed. */
void holes_without_plugin(struct draft *d, const struct units *units);

#endif
