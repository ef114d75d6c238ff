/* SPDX-License-Identifier: MIT */
/* folder.h - what a folder is read by, for calls that are made of others
 *
 * As opendir, readdir and closedir; each may be a decision point, at the place
 * that is given.  Paths are announced already, or the runtime's own.
 */
#ifndef NATIVE_KERNEL_FOLDER_H
#define NATIVE_KERNEL_FOLDER_H

#include <dirent.h>
#include <stdint.h>
#include <sys/stat.h>

DIR *folder_open(int folder, const char *path, uint64_t pc);
struct dirent *folder_next(DIR *d, uint64_t pc);
int folder_close(DIR *d, uint64_t pc);
/* look.c: as fstatat has it. */
int folder_stat(
	int folder, const char *path, struct stat *out, int flags, uint64_t pc);

#endif
