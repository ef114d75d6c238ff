/* SPDX-License-Identifier: MIT */
/* table.h - what all searches of a suite came to */
#ifndef CLI_SUITE_TABLE_H
#define CLI_SUITE_TABLE_H

#include <stddef.h>
#include <stdio.h>

#include "cli/suite/suite.h"

/* A row for each, what went wrong below it, and a line that counts them. */
void table_print(const struct suite_row *row, size_t rows, FILE *out);

/* The exit code of all together (docs/exit-codes.md). */
int table_exit(const struct suite_row *row, size_t rows);

#endif
