/* SPDX-License-Identifier: MIT */
/* process.h - what belongs to the process: working directory, umask, limits
 *
 * The values that the test set are rewound like memory.  What the kernel has
 * follows where it matters to calls that are not ours: the working directory
 * and the umask (process_settle).  Limits but that of descriptors are noted and
 * told; the kernel keeps its own.
 */
#ifndef NATIVE_KERNEL_PROCESS_H
#define NATIVE_KERNEL_PROCESS_H

#include "native/rt.h"

/* Before the first execution. */
void process_init(void);
extern HIDDEN bool process_any; /* something was changed, ever */
/* After going back, when process_any. */
void process_settle(void);

/* Where the process is: a whole path. */
const char *process_directory(void);
/* The working directory has another path now. */
void process_moved(const char *path);
/* What new files get from it. */
uint32_t process_umask(void);
uint32_t process_user(void);
uint32_t process_group(void);
static inline bool process_is_root(void)
{
	return process_user() == 0;
}

#endif
