/* SPDX-License-Identifier: MIT */
#include "native/shorter.h"

#include "native/rt.h"

#include <string.h>

void shorter_begin(size_t given)
{
	struct channel *c = rt.channel;

	/* As long as one that is tried may be. */
	c->shorter_offset = c->blob_used;
	c->blob_used += (2 * given + 4096) * sizeof c->schedule[0];
}

void shorter_end(void)
{
	struct channel *c = rt.channel;
	size_t bytes = c->schedule_length * sizeof c->schedule[0];
	struct simplicity now;

	if (c->config.task != TASK_SHRINK || !search_shorter(rt.search, &now) ||
		c->shorter_offset + bytes > c->blob_used)
		return;
	if (!c->as_given.steps)
		c->as_given = now;
	c->simplest = now;
	c->shorter = 0; /* the command may look now */
	memcpy(c->blob + c->shorter_offset, c->schedule, bytes);
	c->shorter = c->schedule_length;
}
