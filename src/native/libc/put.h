/* SPDX-License-Identifier: MIT */
/* put.h - what printing bytes and wide characters share */
#ifndef NATIVE_LIBC_PUT_H
#define NATIVE_LIBC_PUT_H

#include "native/libc/libc.h"
#include "native/output.h"

enum {
	FORMATTED_MAX = OUTPUT_MAX + 1
};

/* The operation on f, before what follows; where it leads to is *fd, for
 * put_emit.  False: it is no stream of ours. */
bool put_ours(FILE *f, bool locks, int *fd, uint64_t pc);
/* False: it cannot be written, and errno says why. */
bool put_emit(FILE *stream, int fd, enum output_way way, const char *text,
	size_t n, bool held);

#endif
