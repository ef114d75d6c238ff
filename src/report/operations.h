/* SPDX-License-Identifier: MIT */
/* operations.h - what the operations that a test noted were, and why no order
 * explains them
 */
#ifndef REPORT_OPERATIONS_H
#define REPORT_OPERATIONS_H

#include <stdio.h>

#include "channel/channel.h"
struct recorded;

/* Those of the execution that the channel is of; recorded_free.  False: there
 * are none, or no memory. */
bool operations_recorded(struct recorded *r, const struct channel *c);

/* As a picture, in `width` columns, with a sentence; nothing if an order
 * explains them after all. */
void operations_print(const struct channel *c, int width, FILE *out);

/* "enqueue(1)"; `back`: with what it returned. */
void operations_say(const struct channel *c, uint32_t op, bool back, char *out,
	size_t size);

#endif
