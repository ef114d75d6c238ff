/* SPDX-License-Identifier: MIT */
/* library.h - calls that change what the C library keeps
 *
 * Time zones, the place of getopt, the locale: static data of the library's
 * that nobody announces.  Between library_begin() and library_end() a call of
 * its own function may change any of it, and allocate: what was changed is
 * found by comparing all of that data, and goes back with everything else.
 *
 * Cost     some 10 microseconds a call: two looks at 60 KiB.
 */
#ifndef NATIVE_LIBRARY_H
#define NATIVE_LIBRARY_H

#include "native/rt.h"

/* In between no other thread runs. */
void library_begin(void);
/* True: something has changed. */
bool library_end(void);
/* The same; what has changed is a hint of the library's for the next call, and
 * goes back at once. */
void library_forget(void);

/* The address of a variable of the library's that the program may have a copy
 * of: optind, tzname.  Never NULL. */
void *library_variable(const char *name);
/* n bytes of one, or of the test's, are stored there if they differ, announced
 * as a write. */
void library_store(void *at, const void *value, size_t n, uint64_t pc);

#endif
