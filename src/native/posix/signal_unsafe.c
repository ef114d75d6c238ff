/* SPDX-License-Identifier: MIT */
/* signal_unsafe.c - handlers that call what they have interrupted
 *
 * malloc in a handler that came in the middle of malloc finds the heap half
 * changed, or waits for a lock that its own thread has.  scarp makes such calls
 * in one piece, and no handler comes inside.  But one that comes right before
 * finds the same memory as one that comes inside, but for what the call itself
 * has changed: so it does the same until it makes a call of the same family,
 * and that is the bug.  A family is what has one object: a stream, or
 * a state of the C library's.  The heap's calls are no decision points; those
 * beside a handler that makes one become such, as racing accesses do
 * (signal_meet.c).
 *
 * A handler that the thread calls itself (raise) has interrupted nothing.
 */
#include "channel/kernel.h"
#include "native/fail.h"
#include "native/libc/stream.h"
#include "native/posix/interrupted.h"
#include "native/posix/signal.h"
#include "native/races/shadow.h"

#include <string.h>

static const char *words(uint64_t object)
{
	static const char *const text[KERNEL_KINDS] = {
#define STATE(name, how, text) [KERNEL_##name] = text,
#define TOUCHES(function, state, access)
#define ALONE(reason, names)
#include "channel/states.def"
#undef ALONE
#undef TOUCHES
#undef STATE
		[KERNEL_HEAP] = "the heap",
	};
	static const char *const streams[] = {"stdin", "stdout", "stderr"};
	enum kernel_kind kind;
	uint64_t number;
	int stream;

	if (kernel_object_of(object, &kind, &number))
		return text[kind];
	stream = stream_number((FILE *)(uintptr_t)object);
	return stream < 0 ? "a stream" : streams[stream];
}

void unsafe_call(uint64_t object, bool changes, uint64_t pc)
{
	struct interrupted i;

	if (rt.channel->config.unsafe_handlers)
		return;
	for (uint32_t depth = 0; signal_interrupted(depth, &i); depth++)
		if (i.object == object && (changes || !i.reads))
			bug_inside(BUG_unsafe_in_handler, pc, i.pc,
				"the signal came in the middle of a call on "
				"%s, and its handler makes such a call, which "
				"is not async-signal-safe",
				words(object));
}

void unsafe_heap_call(uint64_t pc)
{
	uint64_t object = kernel_object(KERNEL_HEAP, 0);

	if (rt.channel->config.unsafe_handlers || rt.self->held_by)
		return;
	if (rt.watching & HANDLING) {
		if (signal_handling())
			point_handled(object, true);
		if (point_is_handled(object, true))
			point_add(pc, true);
	}
	if (rt.world.signals)
		unsafe_call(object, true, pc);
	if (rt.stops && point_has(pc))
		sched_point(OP_heap_inside, object, 0, pc);
}
