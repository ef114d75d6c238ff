/* SPDX-License-Identifier: MIT */
/* why.h - why nothing explains these operations, in a sentence */
#ifndef REPORT_WHY_H
#define REPORT_WHY_H

#include "report/recorded.h"
#include "linear/check.h"

/* Without a full stop.  What has no simple reason is said as it is. */
void why_say(const struct recorded *r, const struct linear_verdict *v,
	enum linear_condition condition, char *out, size_t size);

#endif
