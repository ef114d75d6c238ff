/* SPDX-License-Identifier: MIT */
#include "cli/processes/post.h"

#include <string.h>

#include "cli/processes/crew.h"

bool post_wakes(const struct channel *c)
{
	return c->inbox_length || (c->unsent && !c->outbox_length);
}

bool post_empty(const struct channel *c)
{
	return !c->inbox_length && !c->outbox_length && !c->unsent;
}

int post_begin(const struct crew *crew, struct err *err)
{
	for (unsigned i = 0; i < crew->size; i++) {
		uint32_t owner = crew->process[i].channel->owner;

		if (owner > crew->size || owner == i + 1)
			return fail(err, ERR_FORMAT,
				"part %u of the search belongs to part %u, "
				"which there is not" SC(508),
				i + 1, owner);
	}
	return OK;
}

/* An empty inbox is ours; so is one whose process does nothing. */
static bool may_add(const struct process *p, uint64_t bytes)
{
	const struct channel *c = p->channel;

	if (c->inbox_length && p->pid && !gather_waits(p))
		return false;
	return bytes <= sizeof c->inbox - c->inbox_length;
}

static int deliver(struct channel *from, struct process *to, struct err *err)
{
	struct channel *c = to->channel;
	uint64_t bytes = from->outbox_length;

	if (bytes > sizeof from->outbox || c->inbox_length > sizeof c->inbox)
		return fail(err, ERR_FORMAT,
			"the channel is damaged: messages of %llu bytes" SC(
				508),
			(unsigned long long)bytes);
	if (!may_add(to, bytes))
		return OK;
	memcpy(c->inbox + c->inbox_length, from->outbox, bytes);
	/* Each side goes by the length alone: it comes last. */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	c->inbox_length += bytes;
	from->outbox_length = 0;
	return OK;
}

int post_tick(struct crew *crew, struct err *err)
{
	for (unsigned i = 0; i < crew->size; i++) {
		struct channel *c = crew->process[i].channel;
		uint32_t owner = c->owner;

		if (!c->outbox_length)
			continue;
		if (!owner || owner > crew->size || owner == i + 1)
			return fail(err, ERR_FORMAT,
				"the channel is damaged: messages to part "
				"%u" SC(508),
				owner);
		if (deliver(c, &crew->process[owner - 1], err))
			return err->code;
	}
	return OK;
}
