/* SPDX-License-Identifier: MIT */
/* users.h - /etc/passwd and /etc/group, as the disk has them
 *
 * They are the first that the C library asks, where /etc/nsswitch.conf says so.
 * Whoever else it would ask may know users that are in no file: what is not
 * found here is then the library's to look for, in a call that scarp does not
 * know.
 *
 * Memory   each is read once a process, and stays; lines are copies of this
 *          execution's.
 */
#ifndef NATIVE_LIBC_USERS_H
#define NATIVE_LIBC_USERS_H

#include "native/rt.h"

enum users {
	USERS_PASSWD,
	USERS_GROUP,
	USERS_FILES
};

/* The line of that name, or of that number where name is NULL, without its end;
 * NULL: there is none. */
const char *users_find(
	enum users which, const char *name, uint32_t number, uint64_t pc);
/* The first line from there on that has somebody; *at goes behind it, and is 0
 * at first. */
const char *users_next(enum users which, uint64_t *at, uint64_t pc);
/* Is nobody else to be asked? */
bool users_are_all(enum users which);
/* Of a line: its parts, and how many there are, at most n; the rest of it
 * belongs to the last one.  Each ends with a zero. */
unsigned users_split(char *line, char **part, unsigned n);

#endif
