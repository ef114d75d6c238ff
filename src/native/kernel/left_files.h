/* SPDX-License-Identifier: MIT */
/* left_files.h - the files of an execution, for people to look at
 *
 * Written below a directory, each by its whole path, when a replay is over:
 * those that the test made or changed, and a list of what it removed, REMOVED.
 * The only place where anything is written to the disk.
 */
#ifndef NATIVE_KERNEL_LEFT_FILES_H
#define NATIVE_KERNEL_LEFT_FILES_H

void files_leave(const char *directory);

#endif
