/* SPDX-License-Identifier: MIT */
/* kept.h - memory that libraries keep for themselves
 *
 * What a library allocated in this execution and still points to from its own
 * data at the end (the time zone, a locale, the text of an unknown error) is no
 * leak of the test's.  What it gave away (getline, realpath, newlocale) it does
 * not point to, and that is the test's to free.
 *
 * Which calls keep memory: docs/design/003-native-machine.md.
 */
#ifndef NATIVE_KEPT_H
#define NATIVE_KEPT_H

/* Marks those blocks: heap_leaks leaves them out. */
void kept_find(void);

#endif
