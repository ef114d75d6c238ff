/* SPDX-License-Identifier: MIT */
/* json.h - the result as one JSON object (docs/formats/check-json.md) */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <stdio.h>

#include "report/result.h"

/* `c` is any channel of the check that lists its modules. */
int json_write(const struct result *r, const struct channel *c, FILE *out,
	struct err *err);

#endif
