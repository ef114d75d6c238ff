/* SPDX-License-Identifier: MIT */
/* holes.h - what compiler plugins say to the link
 *
 * An access that a plugin cannot announce is kept in the object: one line in
 * the section SCARP_HOLES_SECTION, which is not loaded, "WHAT (FILE:LINE)",
 * ended by a zero byte.  Linkers append the sections of all objects; a function
 * that several objects define brings its lines several times.  `scarp cc` reads
 * the section after the link (src/cc/holes.c).
 *
 * Inline assembly is one when it is made, and not for being in the program: the
 * runtime is called before, and the line begins with SCARP_HOLE_MADE.
 */
#ifndef PLUGIN_HOLES_H
#define PLUGIN_HOLES_H

#define SCARP_HOLES_SECTION ".scarp.holes"

/* void (const char *line), before what cannot be announced */
#define SCARP_UNANNOUNCED "__scarp_unannounced"
#define SCARP_HOLE_MADE "when made: "

/* What may stand before the place. */
#define SCARP_HOLE_ASSEMBLY "inline assembly"
#define SCARP_HOLE_TOP_LEVEL "assembly outside of functions"
#define SCARP_HOLE_SETJMP "__builtin_setjmp"
#define SCARP_HOLE_INTRINSIC "machine intrinsic"   /* and its name */
#define SCARP_HOLE_FUNCTION "no_sanitize function" /* and its name */
#define SCARP_HOLE_NAKED "naked function"	   /* and its name */
#define SCARP_HOLE_SEGMENT "access through a segment register"
#define SCARP_HOLE_FORM "access of an unknown form" /* and its name */

/* The plugins' files.  Compilers record their options in the debug information,
 * and by this name in them the link knows that a unit was compiled with one. */
#define SCARP_PLUGIN_GCC "scarp_gcc.so"
#define SCARP_PLUGIN_LLVM "scarp_llvm.so"

/* An argument of the one for gcc: undeclared functions have their types. */
#define SCARP_PLUGIN_KNOWS "knows"

#endif
