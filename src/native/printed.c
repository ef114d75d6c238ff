/* SPDX-License-Identifier: MIT */
/* printed.c - at the end of an execution: did it print what it was to print?
 *
 * What arrives at descriptor 1 natively is compared, not what was printed: text
 * that is still in the buffer of stdout at _exit is lost.
 */
#include "channel/arrived.h"
#include "channel/expected.h"
#include "native/fail.h"
#include "native/kernel/file.h"
#include "native/output.h"

#include <string.h>

static bool leads_to_standard_output(void)
{
	const struct file *f = file_of(1);

	return f && f->kind == FILE_STREAM && f->value == 1;
}

static const char *why_not(void)
{
	if (rt.world.dropped & DROPPED_ROOM)
		return "more than 64 KiB, or than 4096 pieces";
	if (rt.world.dropped & DROPPED_MOVED)
		return "descriptor 1 was closed or replaced";
	return "setvbuf gave stdout a buffer of less than 4096 bytes";
}

void printed_judge(uint64_t pc)
{
	static char text[OUTPUT_MAX], why[sizeof rt.channel->bug[0].message];
	struct channel_expected *expected = &rt.channel->config.expected;
	size_t n;

	if (expected->how == EXPECTED_ANYTHING)
		return;
	if (!leads_to_standard_output())
		rt.world.dropped |= DROPPED_MOVED;
	if (rt.world.dropped) {
		caveat(CAVEAT_output_uncompared, "%s", why_not());
		return;
	}
	n = channel_arrived(
		rt.channel, rt.world.chunks, rt.world.cleaned, text);
	if (expected->how == EXPECTED_LEARNED) {
		memcpy(expected->text, text, n);
		expected->bytes = (uint32_t)n;
		expected->learned = 1;
		return;
	}
	if (!expected_is(expected, text, n, why, sizeof why))
		bug(BUG_output, pc, 0, "%s", why);
}
