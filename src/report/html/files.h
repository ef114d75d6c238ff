/* SPDX-License-Identifier: MIT */
/* files.h - the source files of a picture, with the lines that it needs
 *
 * Memory   files_free gives it back.
 */
#ifndef REPORT_HTML_FILES_H
#define REPORT_HTML_FILES_H

#include <stdbool.h>
#include <stdint.h>

struct json_t;

struct files {
	struct file_used {
		char *path;
		uint8_t *line; /* [lines]: is it needed? */
		unsigned lines;
	} * at;
	unsigned count, room;
};

/* Its number; the line and those around it are needed.  -1: it has none. */
int files_use(struct files *f, const char *path, unsigned line);
/* [{"p": path, "l": [[first line, text, ...], ...]}, ...] */
struct json_t *files_json(const struct files *f);
void files_free(struct files *f);

#endif
