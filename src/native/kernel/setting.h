/* SPDX-License-Identifier: MIT */
/* setting.h - what /proc and /sys say of the machine, and of how it is set up
 *
 * As regular files that nobody writes: read once for all executions.  Of what
 * changes by itself there, how the machine is used (/proc/meminfo) and how fast
 * its processors are just now (/proc/cpuinfo) are what they were then (scope
 * machine_stands), but in fork mode, where no execution knows what another has
 * read.  /proc/self/stat is of a process that has just begun (own_stat.c).  The
 * rest (/proc/self/status) is the kernel's, in fork mode.
 */
#ifndef NATIVE_KERNEL_SETTING_H
#define NATIVE_KERNEL_SETTING_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

/* The content of such a file, with one reference more; 0: it is none. */
uint32_t setting_content(const char *path);

/* Is that the name of such a file, or of a folder that they are in, whether it
 * is there or not? */
bool setting_is_named(const char *path);
/* One of these folders, whose list stays? */
bool setting_is_folder(const char *path);
/* What stat says of such a name, or of the link there: the same in all
 * executions of a process.  0 or a negative error. */
long setting_stat(const char *path, bool follow, struct stat *out);

#endif
