/* SPDX-License-Identifier: MIT */
/* new_file.h - files that are whole or not there
 *
 * What is written has no name until all of it is on its way to the disk, so
 * that whoever is killed, or has no room left, leaves no half file behind.
 *
 *     if (!file_begin(&n, path, &err)) {
 *             fprintf(n.f, ...);
 *             code = file_end(&n, FILE_NEW, &err);
 *     }
 *
 * Memory   file_end closes and frees, whatever it returns.
 */
#ifndef REPLAY_NEW_FILE_H
#define REPLAY_NEW_FILE_H

#include <limits.h>
#include <stdio.h>

#include "base/err.h"

struct new_file {
	FILE *f;
	char path[PATH_MAX];
	char temporary[PATH_MAX]; /* "": it has no name yet */
};

enum file_how {
	FILE_NEW,     /* fails where a file of the name exists */
	FILE_REPLACE, /* takes its place, in one step */
	FILE_DURABLE, /* and is on the disk before the old one goes */
};

/* ERR_IO, with path and reason. */
int file_begin(struct new_file *n, const char *path, struct err *err);
int file_end(struct new_file *n, enum file_how how, struct err *err);

#endif
