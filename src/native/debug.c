/* SPDX-License-Identifier: MIT */
#include "native/debug.h"

#include <stdio.h>
#include <string.h>

#include "channel/channel.h"

/* A debugger writes and reads it behind the compiler's back. */
struct scarp_debug scarp_debug = {
	.magic = {'s', 'c', 'a', 'r', 'p', 'd', 'b', 'g'},
	.version = DEBUG_VERSION,
	.bytes = sizeof(struct scarp_debug),
	.pending = &rt.pending,
	.row_bytes = sizeof(struct pending),
	.kind = offsetof(struct pending, kind),
	.object = offsetof(struct pending, object),
	.pc = offsetof(struct pending, pc),
	.text = &op_info[0].text,
	.text_bytes = sizeof op_info[0],
};

static volatile struct scarp_debug *const debug = &scarp_debug;

__attribute__((noinline)) void scarp_debug_stop(void)
{
	__asm__ volatile("" ::: "memory");
}

/* Somebody started this process for a debugger. */
static bool wanted(void)
{
	return rt.channel && rt.channel->config.debug && !rt.trial;
}

static void stop(enum debug_reason why)
{
	debug->until_event = debug->until_data = 0;
	debug->reason = why;
	scarp_debug_stop();
}

void debug_init(void)
{
	struct channel *c = rt.channel;

	if (!c->config.debug)
		return;
	debug->until_event = c->config.until_event;
	debug->until_data = c->config.until_data;
	debug->runtime =
		inventory_ranges(&scarp_debug.runtimes, &scarp_debug.base);
	debug->schedule = c->schedule;
	debug->steps = &c->schedule_length;
	debug->output = c->output;
	debug->output_length = &c->output_length;
	debug->output_max = sizeof c->output;
}

void debug_event(uint64_t number)
{
	if (!wanted())
		return;
	debug->event = number + 1;
	if (debug->until_event == number + 1)
		stop(DEBUG_ASKED_FOR);
}

void debug_data(uint64_t number)
{
	if (!wanted())
		return;
	debug->data = number + 1;
	if (debug->until_data == number + 1)
		stop(DEBUG_ASKED_FOR);
}

void debug_failed(const struct channel_bug *b)
{
	const char *what = bug_info[b->kind].text;

	if (!wanted())
		return;
	snprintf(scarp_debug.message, sizeof scarp_debug.message, "%s%s%s",
		what, b->message[0] ? ": " : "", b->message);
	stop(DEBUG_FAILED);
}

void debug_error(const char *text)
{
	if (!wanted())
		return;
	snprintf(scarp_debug.message, sizeof scarp_debug.message, "%s", text);
	stop(DEBUG_ERROR);
}

void debug_ended(enum outcome_kind kind)
{
	if (!wanted() || debug->reason > DEBUG_ASKED_FOR)
		return;
	snprintf(scarp_debug.message, sizeof scarp_debug.message, "%s",
		kind == OUTCOME_STOPPED ? "it was cut: it made no progress"
					: "it ended");
	stop(DEBUG_ENDED);
}
