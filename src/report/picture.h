/* SPDX-License-Identifier: MIT */
/* picture.h - operations as intervals, a lane for each thread */
#ifndef REPORT_PICTURE_H
#define REPORT_PICTURE_H

#include "report/recorded.h"
#include "linear/check.h"

/* Of the operations that nothing explains, in `width` columns, if that can be.
 * The return that has no place ends with '*'. */
void picture_print(const struct recorded *r, const struct linear_verdict *v,
	int width, FILE *out);

/* The same as SVG, with a sentence below; the return that has no place is red.
 */
void picture_svg(const struct recorded *r, const struct linear_verdict *v,
	const char *why, FILE *out);

#endif
