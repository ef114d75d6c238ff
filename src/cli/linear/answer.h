/* SPDX-License-Identifier: MIT */
/* answer.h - what was found, as one JSON object (docs/formats/history-json.md)
 */
#ifndef CLI_ANSWER_H
#define CLI_ANSWER_H

#include "report/recorded.h"
#include "linear/check.h"

/* `path`: "-" is standard output. */
int answer_write(const struct recorded *r, const struct linear_verdict *v,
	enum linear_condition condition, const char *path, struct err *err);

/* "linearizable", "not linearizable", "unknown" */
void answer_word(const struct linear_verdict *v,
	enum linear_condition condition, char *out, size_t size);

/* Columns of the terminal. */
int answer_width(void);

#endif
