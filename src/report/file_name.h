/* SPDX-License-Identifier: MIT */
/* file_name.h - what a source file is called in rows and sentences
 *
 * Its last part; where two files are called so, with as many of its folders as
 * tell them apart.
 *
 * Memory   the paths that were learned, for as long as the command runs.
 * Cost     of a name: the number of files that were learned (256 at most).
 */
#ifndef REPORT_FILE_NAME_H
#define REPORT_FILE_NAME_H

/* From now on this one is told apart from others. */
void file_name_learn(const char *path);

/* Points into path. */
const char *file_name(const char *path);

#endif
