/* SPDX-License-Identifier: MIT */
/* operation.h - operations that a test noted, in words and as a picture */
#ifndef REPORT_OPERATION_H
#define REPORT_OPERATION_H

#include <stdio.h>

#include "channel/channel.h"

/* "enqueue(1)"; `back`: with what it returned. */
void operations_say(const struct channel *c, uint32_t op, bool back, char *out,
	size_t size);

/* Those that no order explains, as a picture in SVG; nothing if there are none.
 */
void operations_svg(const struct channel *c, FILE *out);

#endif
