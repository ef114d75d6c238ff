/* SPDX-License-Identifier: MIT */
#include "native/messages.h"

#include <inttypes.h>
#include <string.h>

/* Before each message. */
typedef uint64_t length;

bool messages_left(void)
{
	return rt.channel->owner && search_send(rt.search, 0, 0) > 0;
}

void messages_send(void)
{
	struct channel *c = rt.channel;
	uint64_t used = 0;
	length n = 0;

	if (!c->owner || c->outbox_length)
		return;
	c->changing = 1;
	while ((n = search_send(rt.search, 0, 0)) > 0 &&
		n + sizeof n <= sizeof c->outbox - used) {
		memcpy(c->outbox + used, &n, sizeof n);
		search_send(rt.search, c->outbox + used + sizeof n, n);
		used += sizeof n + n;
	}
	if (n > sizeof c->outbox - sizeof n)
		run_error(ERR_UNSUPPORTED, 0,
			"what a part of the search asks for is too long to be "
			"told (%" PRIu64 " bytes); leave out '-j'" SC(502),
			n);
	c->unsent = n > 0;
	c->outbox_length = used;
	c->changing = 0;
}

static void damaged(const char *why)
{
	run_error(ERR_UNSUPPORTED, 0,
		"a message of a part of the search: %s" SC(508), why);
}

static void receive(void)
{
	struct channel *c = rt.channel;
	uint64_t at = 0, end = c->inbox_length;
	struct err err = {OK, ""};

	if (end > sizeof c->inbox)
		damaged("too long");
	c->changing = 1;
	while (at < end) {
		length n = 0;

		if (end - at < sizeof n)
			damaged("cut off");
		memcpy(&n, c->inbox + at, sizeof n);
		at += sizeof n;
		if (n > end - at)
			damaged("cut off");
		if (search_receive(rt.search, c->inbox + at, n, &err))
			break;
		at += n;
	}
	if (err.code && (err.code != ERR_USAGE || at > sizeof(length)))
		damaged(err.text);
	if (!err.code) {
		c->held = 0;
		c->inbox_length = 0;
	}
	c->changing = 0;
}

void messages_exchange(void)
{
	if (rt.channel->inbox_length)
		receive();
	messages_send();
}
