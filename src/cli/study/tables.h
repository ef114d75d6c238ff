/* SPDX-License-Identifier: MIT */
/* tables.h - what a study found out, as tables
 *
 * Each fills an empty grid; nothing in them depends on time.
 */
#ifndef CLI_STUDY_TABLES_H
#define CLI_STUDY_TABLES_H

#include "cli/study/grid.h"
#include "cli/study/study.h"

struct study_table {
	const char *name; /* of its CSV file */
	void (*fill)(const struct study *s, struct grid *g);
	bool (*wanted)(const struct study *s); /* NULL: always */
};

/* NULL after the last. */
const struct study_table *study_table_at(size_t i);

/* How many programs each technique finds: for the terminal, too. */
void table_overview(const struct study *s, struct grid *g);
/* Every run, a line each. */
void table_cells(const struct study *s, struct grid *g);
/* What is not as the suite says. */
void table_odd(const struct study *s, struct grid *g);
bool study_is_odd(const struct study *s);

#endif
