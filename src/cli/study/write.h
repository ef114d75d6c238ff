/* SPDX-License-Identifier: MIT */
/* write.h - the files that a study leaves in INTO
 *
 *     tables.md, study.json, study.html, cells.csv, NAME.csv of each table,
 *     found.svg, venn-N.svg, scatter-N.svg
 *
 * Each takes the place of the old one in one step.
 */
#ifndef CLI_STUDY_WRITE_H
#define CLI_STUDY_WRITE_H

#include "cli/study/study.h"

int study_write(const struct study *s, struct err *err);

#endif
