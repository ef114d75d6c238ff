/* SPDX-License-Identifier: MIT */
/* others.h - what is said of failures behind the first bug (result.h) */
#ifndef REPORT_OTHERS_H
#define REPORT_OTHERS_H

#include <stdio.h>

#include "report/result.h"

/* Half a sentence: what else was tried. */
void others_told(const struct result *r, FILE *out);

/* A title each, where it is, and how to replay it; nothing if there are none.
 */
void others_print(const struct result *r, FILE *out);

/* {"executions", "bugs"}; null if nobody has looked. */
struct json_t *json_others(const struct result *r);

#endif
