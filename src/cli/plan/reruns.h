/* SPDX-License-Identifier: MIT */
/* reruns.h - the table of traces that the processes of a check share */
#ifndef CLI_RERUNS_H
#define CLI_RERUNS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/err.h"
#include "channel/reruns.h"

/* An empty one, if they are counted; else *fd is -1. */
int reruns_open(int *fd, bool counted, struct err *err);
void reruns_close(int *fd);

/* What came of it, for people. */
void reruns_print(const struct rerun_count *n, FILE *out);

#endif
