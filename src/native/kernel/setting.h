/* SPDX-License-Identifier: MIT */
/* setting.h - what /proc and /sys say of the machine, and of how it is set up
 *
 * As regular files that nobody writes: read once for all executions.  What
 * changes by itself there (/proc/meminfo, /proc/self) is the kernel's, in fork
 * mode.
 */
#ifndef NATIVE_KERNEL_SETTING_H
#define NATIVE_KERNEL_SETTING_H

#include <stdint.h>

/* The content of such a file, with one reference more; 0: it is none. */
uint32_t setting_content(const char *path);

#endif
