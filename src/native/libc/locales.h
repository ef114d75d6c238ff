/* SPDX-License-Identifier: MIT */
/* locales.h - locales that the C library has, or is given before the test
 * begins
 *
 * "C" is static data of the library's own.  Others are files, which it maps,
 * and lists in memory that nobody puts back.  C.UTF-8 is loaded before the
 * first execution, with all that the library makes of it later: from then on
 * whoever chooses it changes pointers alone.
 *
 * Cost     some 200 microseconds a process.
 */
#ifndef NATIVE_LOCALES_H
#define NATIVE_LOCALES_H

#include <stdbool.h>

/* Before the first execution. */
void locales_init(void);
void locales_load(void);
void newlocale_init(void);
/* Does the environment name languages for messages? */
bool locales_languages(void);
/* Behind a call that changes one: the library's lock is left as readers leave
 * it, who come in silence. */
void locales_settle(void);
/* Does a locale of that name need nothing that is not there? */
bool locales_have(const char *name);

#endif
