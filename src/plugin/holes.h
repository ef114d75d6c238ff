/* SPDX-License-Identifier: MIT */
/* holes.h - what a compiler plugin could not make visible, kept in the object
 *
 * A plugin writes one line for each access that it cannot announce into the
 * section SCARP_HOLES_SECTION, which is not loaded: "WHAT (FILE:LINE)", ended
 * by a zero byte.  Linkers append the sections of all objects; a function that
 * several objects define brings its lines several times.  `scarp cc` reads the
 * section after the link (src/cc/holes.c).
 */
#ifndef PLUGIN_HOLES_H
#define PLUGIN_HOLES_H

#define SCARP_HOLES_SECTION ".scarp.holes"

/* What may stand before the place. */
#define SCARP_HOLE_ASSEMBLY "inline assembly"
#define SCARP_HOLE_SETJMP "__builtin_setjmp"
#define SCARP_HOLE_FUNCTION "no_sanitize function" /* and its name */

#endif
