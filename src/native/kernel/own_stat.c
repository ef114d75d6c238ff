/* SPDX-License-Identifier: MIT */
/* own_stat.c - /proc/self/stat, as it is of a process that has just begun
 *
 * The kernel's has times and counts of the process that executes the test, many
 * times over: other ones, and longer or shorter, in each run.
 */
#include "native/kernel/own.h"
#include "native/posix/ident.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
	COMM_MOST = 15,
	SIZE = 16 << 20, /* bytes, and pages of them that are there */
	RESIDENT = 1024,
	RANDOMIZED = 0x400000, /* a flag of all processes */
	SIGNAL_OF_END = 17
};

bool own_stat_named(const char *path)
{
	return strcmp(path, "/proc/self/stat") == 0;
}

size_t own_stat(char *out, size_t n)
{
	int parent = PROCESS_ID - 1;

	return (size_t)snprintf(out, n,
		"%d (%.*s) R %d %d %d 0 -1 %d " /* up to the flags */
		"0 0 0 0 0 0 0 0 20 0 1 0 1 "	/* times, one thread */
		"%d %d 18446744073709551615 "	/* sizes */
		"0 0 0 0 0 0 0 0 0 0 0 0 %d "	/* addresses, signals */
		"0 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
		PROCESS_ID, COMM_MOST, program_invocation_short_name, parent,
		parent, parent, RANDOMIZED, SIZE, RESIDENT, SIGNAL_OF_END);
}
