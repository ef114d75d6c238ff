/* SPDX-License-Identifier: MIT */
/* audit.h - what the audit of reduction did, in one line; if it found
 * something, both schedules */
#ifndef REPORT_AUDIT_H
#define REPORT_AUDIT_H

#include <stdio.h>

#include "channel/channel.h"

void audit_print(const struct channel *c, FILE *out);

#endif
