/* SPDX-License-Identifier: MIT */
/* grid.h - a table of texts, and the ways to write it
 *
 * Memory   grid_fini frees what grid_add copied; title and note stay the
 *          caller's.
 */
#ifndef CLI_STUDY_GRID_H
#define CLI_STUDY_GRID_H

#include <stddef.h>
#include <stdio.h>

struct grid {
	const char *title, *note;
	size_t columns; /* 0: the first line is not over */
	char **cell;
	size_t cells, room;
};

/* The next one, from left to right; the first line is the head. */
void grid_add(struct grid *g, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void grid_head_over(struct grid *g);
void grid_fini(struct grid *g);

void grid_markdown(const struct grid *g, FILE *out);
void grid_html(const struct grid *g, FILE *out);
void grid_csv(const struct grid *g, FILE *out);
/* In columns, for a terminal. */
void grid_text(const struct grid *g, FILE *out);

#endif
