/* SPDX-License-Identifier: MIT */
/* reruns.h - the table of traces that the processes of a check share */
#ifndef CLI_RERUNS_H
#define CLI_RERUNS_H

#include "cli/plan/check.h"

/* An empty one, if they are to be counted: check->reruns_fd. */
int reruns_open(struct check *check, struct err *err);
void reruns_close(struct check *check);

/* What came of it, for people. */
void reruns_print(const struct rerun_count *n, FILE *out);

#endif
