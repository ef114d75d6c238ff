/* SPDX-License-Identifier: MIT */
#include "cli/plan/nearest.h"

#include "cli/plan/confirm.h"
#include "cli/plan/shrink.h"

/* CPU time, in milliseconds. */
static uint64_t time_left(const struct options *o, const struct found *found)
{
	uint64_t least = o->shrink / 4;
	uint64_t left =
		o->shrink > found->shrunk_ms ? o->shrink - found->shrunk_ms : 0;

	return left > least ? left : least;
}

/* Where the schedule of one that does not fail lies; NULL: none was found. */
static const struct channel *look_for(
	struct processes *all, uint64_t milliseconds, const struct found *found)
{
	struct err err = {OK, ""};
	struct process *p = processes_add(all, &err);
	struct crew crew = {.target = &all->target,
		.process = p,
		.size = 1,
		.hang_after_ms = all->hang_after_ms,
		.cpu_ms = milliseconds};

	if (!p)
		return NULL;
	shrink_prepare(p->channel, found, "nearest");
	p->channel->config.keep_files[0] = '\0';
	if (crew_drive(&crew, &err) && crew.fault)
		return NULL;
	return shrink_made(p->channel) ? p->channel : NULL;
}

/* Its execution once more, with a trace; NULL: it went another way. */
static const struct channel *trace(struct processes *all,
	const struct found *found, const struct channel *from)
{
	struct err err = {OK, ""};
	struct process *p = processes_add(all, &err);
	struct found passing = *found;
	struct crew crew = {.target = &all->target,
		.process = p,
		.size = 1,
		.hang_after_ms = all->hang_after_ms,
		.stop_after = 1};

	if (!p)
		return NULL;
	passing.schedule = shrink_made(from);
	passing.steps = from->shorter;
	confirm_prepare(p->channel, &passing);
	p->channel->config.keep_files[0] = '\0';
	if (crew_drive(&crew, &err) || crew.interrupted ||
		channel_check(p->channel, NULL))
		return NULL;
	return p->channel->bugs || p->channel->count.executions != 1 ||
			       p->channel->count.failed
		       ? NULL
		       : p->channel;
}

void nearest(struct processes *all, const struct options *o, struct result *r)
{
	for (unsigned i = 0; i < r->bugs && o->shrink; i++) {
		struct found *found = &r->found[i];
		const struct channel *from;

		if (!found->confirmed || !found->steps || found->passing ||
			found->bug->kind == BUG_data_race ||
			crew_was_interrupted())
			continue;
		from = look_for(all, time_left(o, found), found);
		if (from)
			found->passing = trace(all, found, from);
	}
}
