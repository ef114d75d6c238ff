/* SPDX-License-Identifier: MIT */
/* log.h - INTO/measured.jsonl: what was measured, a line for each cell
 *
 * The first line says of what: the suite without its plots and notes, each
 * program's contents, and this build of scarp.  Another suite, program or scarp
 * is refused, since the lines below would be about something else.  A line is
 * on the disk before the next one is begun; the last one of a process that was
 * killed while it wrote is dropped, any other one that cannot be read is an
 * error.
 *
 * The file is locked for as long as it is open: two studies cannot share it.
 */
#ifndef CLI_STUDY_LOG_H
#define CLI_STUDY_LOG_H

#include "cli/study/study.h"

/* Opens and locks it. */
int log_open(struct study *s, struct err *err);
/* Takes over what it has; the programs are built.  `anew`: that goes. */
int log_begin(struct study *s, bool anew, struct err *err);
/* Adds the cell.  ERR_IO: nothing of it is there. */
int log_add(struct study *s, const struct cell *c, struct err *err);
void log_close(struct study *s);

#endif
