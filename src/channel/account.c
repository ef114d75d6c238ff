/* SPDX-License-Identifier: MIT */
/* account.c - one table of what belongs to it, for both directions */
#include "channel/account.h"

#include <string.h>

/* Fixed parts first: they hold the lengths of the others. */
static const struct part {
	size_t offset, bytes;
} fixed[] = {
#define FIXED(field)                                                           \
	{                                                                      \
		offsetof(struct channel, field),                               \
			sizeof(((struct channel *)0)->field)                   \
	}
	FIXED(executions_begun),
	FIXED(count),
	FIXED(idle),
	FIXED(incomplete),
	FIXED(owner),
	FIXED(held),
	FIXED(unsent),
	FIXED(inbox_length),
	FIXED(outbox_length),
	FIXED(bounds),
	FIXED(cache),
	FIXED(estimate),
	FIXED(saved),
	FIXED(saved_length),
	FIXED(fingerprint),
	FIXED(hashed),
	FIXED(rounds),
	FIXED(before_round),
	FIXED(threads_most),
	FIXED(longest),
	FIXED(broadest),
	FIXED(search_bytes),
	FIXED(log_bytes),
	FIXED(caveats),
	FIXED(caveat_detail),
	FIXED(modules),
	FIXED(points),
	FIXED(exits),
	FIXED(coarse),
	FIXED(counting),
	FIXED(tries_hasty),
	FIXED(tries_lasting),
	FIXED(clock_uses),
	FIXED(failing_met),
	FIXED(late_stores),
	FIXED(weak_more),
	FIXED(weak),
	FIXED(progress),
	FIXED(points_now),
	FIXED(exits_now),
	FIXED(coarse_now),
	FIXED(races),
	FIXED(bugs),
	FIXED(race_bugs),
	FIXED(cuts),
	FIXED(widest),
	FIXED(crossings),
	FIXED(thread_names),
	FIXED(blob_used),
#undef FIXED
};

enum {
	PARTS = sizeof fixed / sizeof fixed[0],
	ARRAYS = 13
};

/* The parts whose length a channel says; false: it says too much. */
static bool growing(const struct channel *c, unsigned i, struct part *out)
{
	uint64_t n, most;

	switch (i) {
#define ARRAY(number, field, used)                                             \
	case number:                                                           \
		n = (uint64_t)(used) * sizeof c->field[0];                     \
		most = sizeof c->field;                                        \
		out->offset = offsetof(struct channel, field);                 \
		break
		ARRAY(0, module, c->modules);
		ARRAY(1, point, c->points);
		ARRAY(2, race, c->races);
		ARRAY(3, bug, c->bugs);
		ARRAY(4, thread_name, c->thread_names);
		ARRAY(5, blob, c->blob_used);
		ARRAY(6, saved_search, c->saved ? c->saved_length : 0);
		ARRAY(7, inbox, c->inbox_length);
		ARRAY(8, outbox, c->outbox_length);
		ARRAY(9, candidate, c->races);
		ARRAY(10, race_bug, c->race_bugs);
		ARRAY(11, crossing, c->crossings);
		ARRAY(12, cut, c->cuts);
#undef ARRAY
	default:
		return false;
	}
	out->bytes = n;
	return n <= most;
}

uint64_t account_bytes(const struct channel *c)
{
	uint64_t sum = 0;
	struct part part;

	for (unsigned i = 0; i < PARTS; i++)
		sum += fixed[i].bytes;
	for (unsigned i = 0; growing(c, i, &part); i++)
		sum += part.bytes;
	return sum;
}

void account_write(const struct channel *c,
	void (*put)(void *arg, const void *bytes, size_t n), void *arg)
{
	struct part part;

	for (unsigned i = 0; i < PARTS; i++)
		put(arg, (const char *)c + fixed[i].offset, fixed[i].bytes);
	for (unsigned i = 0; growing(c, i, &part); i++)
		put(arg, (const char *)c + part.offset, part.bytes);
}

static int cut_off(struct err *err)
{
	return fail(err, ERR_FORMAT, "the account of a search is cut off");
}

int account_read(
	struct channel *c, const void *bytes, uint64_t length, struct err *err)
{
	const char *at = bytes;
	struct part part;
	unsigned i;

	for (i = 0; i < PARTS; i++) {
		if (length < fixed[i].bytes)
			return cut_off(err);
		memcpy((char *)c + fixed[i].offset, at, fixed[i].bytes);
		at += fixed[i].bytes;
		length -= fixed[i].bytes;
	}
	/* The lengths first: what they say is used to read the rest. */
	for (i = 0; growing(c, i, &part); i++) {
		if (length < part.bytes)
			return cut_off(err);
		memcpy((char *)c + part.offset, at, part.bytes);
		at += part.bytes;
		length -= part.bytes;
	}
	if (i != ARRAYS || length)
		return fail(err, ERR_FORMAT,
			"the account of a search says another length than it "
			"has");
	return channel_check(c, err);
}
