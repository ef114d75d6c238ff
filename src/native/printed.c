/* SPDX-License-Identifier: MIT */
/* printed.c - at the end of an execution: did it print, and leave in files,
 * what it was to?
 *
 * What arrives at descriptor 1 natively is compared, not what was printed: text
 * that is still in the buffer of stdout at _exit is lost.
 */
#include "channel/arrived.h"
#include "channel/expected.h"
#include "native/fail.h"
#include "native/kernel/areas.h"
#include "native/kernel/file.h"
#include "native/kernel/tree.h"
#include "native/libc/files.h"
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

static void judge(uint32_t part, const char *text, size_t n, uint64_t pc)
{
	static char why[sizeof rt.channel->bug[0].message];
	struct channel_expected *expected = &rt.channel->config.expected;

	if (expected->part[part].how != EXPECTED_LEARNED) {
		if (!expected_is(expected, part, text, n, why, sizeof why))
			bug(BUG_output, pc, 0, "%s", why);
	} else if (!expected_learn(expected, part, text, n)) {
		caveat(CAVEAT_output_uncompared,
			"all that is compared is more than 64 KiB");
	}
}

static void judge_output(uint64_t pc)
{
	static char text[OUTPUT_MAX];

	if (!leads_to_standard_output())
		rt.world.dropped |= DROPPED_MOVED;
	if (rt.world.dropped)
		caveat(CAVEAT_output_uncompared, "%s", why_not());
	else
		judge(EXPECTED_OUTPUT, text,
			channel_arrived(rt.channel, rt.world.chunks,
				rt.world.cleaned, text),
			pc);
}

/* A file of the disk's is kept from here on, which is rewound with the rest. */
static void judge_file(uint32_t part, uint64_t pc)
{
	static struct found f;
	const char *path = rt.channel->config.expected.part[part].path;

	if (tree_walk("/", path, true, &f) || !f.st.st_mode)
		judge(part, NULL, 0, pc);
	else if (tree_made_up(f.path) || !S_ISREG(f.st.st_mode))
		caveat(CAVEAT_output_uncompared, "'%s' is no regular file",
			path);
	else if (!f.node && !tree_take(&f))
		caveat(CAVEAT_output_uncompared, "'%s' cannot be read", path);
	else
		judge(part, content_bytes(f.node), contents[f.node - 1].size,
			pc);
}

bool printed_has_files(void)
{
	return rt.channel->config.expected.parts > 1;
}

void printed_judge(uint64_t pc)
{
	const struct channel_expected *expected = &rt.channel->config.expected;

	if (expected_of(expected, EXPECTED_OUTPUT))
		judge_output(pc);
	if (!printed_has_files())
		return;
	/* exit does that, when nobody else runs any more; _exit does not. */
	if (rt.world.cleaned)
		files_flush();
	map_open(); /* the test may have protected what a file is in */
	for (uint32_t part = 1; part < expected->parts; part++)
		if (expected_of(expected, part))
			judge_file(part, pc);
	map_settle();
}
