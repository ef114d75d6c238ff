/* SPDX-License-Identifier: MIT */
/* embedded.h - scarp's own files, inside the executable too
 *
 * So that the one file bin/scarp, copied anywhere, is all that is needed.  What
 * the compilers must read as files is unpacked where the user's caches are, in
 * a folder named by the contents.
 */
#ifndef CC_EMBEDDED_H
#define CC_EMBEDDED_H

#include <stddef.h>

#include "base/err.h"

/* Unpacks once; `dir` becomes the folder that holds lib/scarp and include.
 * ERR_IO when no folder can be written.  Two processes may do it at a time. */
int embedded_unpack(char *dir, size_t size, struct err *err);

/* A number that names all of the files: another build of scarp has another. */
unsigned long long embedded_id(void);

/* The folder for scarp's caches, made if need be: the user's own, else one
 * among temporary files.  ERR_IO when there is none. */
int embedded_cache(char *out, size_t size, struct err *err);

#endif
