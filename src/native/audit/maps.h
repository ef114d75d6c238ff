/* SPDX-License-Identifier: MIT */
/* maps.h - the list of mappings, as the kernel gives it
 *
 * Memory   one static buffer: maps_read() ends what an earlier one gave.
 * Cost     some 50 us.
 */
#ifndef NATIVE_AUDIT_MAPS_H
#define NATIVE_AUDIT_MAPS_H

#include <stdbool.h>
#include <stdint.h>

struct map {
	uint64_t start, end;
	bool writable, shared;
	char protection[5]; /* "rw-p" */
	const char *name;   /* path, "[heap]" and the like, or "" */
};

/* Reads the list, or nothing where /proc is missing. */
void maps_read(void);
/* The next one, in order of addresses; false: there is none. */
bool maps_next(struct map *out);

#endif
