/* SPDX-License-Identifier: MIT */
/* operations.h - what the operations that a test noted were, and why no order
 * explains them
 */
#ifndef REPORT_OPERATIONS_H
#define REPORT_OPERATIONS_H

#include <stdio.h>

#include "channel/channel.h"
#include "linear/check.h"
#include "report/recorded.h"

/* Those of an execution, and what no order explains of them. */
struct judged {
	struct recorded r;
	struct linear_verdict verdict;
	char why[600];
};

/* False: there are none, or an order explains them after all; then there is
 * nothing to free. */
bool operations_judged(const struct channel *c, struct judged *j);
void judged_free(struct judged *j);

/* As a picture, in `width` columns, with a sentence; nothing if an order
 * explains them after all. */
void operations_print(const struct channel *c, int width, FILE *out);

#endif
