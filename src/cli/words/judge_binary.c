/* SPDX-License-Identifier: MIT */
/* judge_binary.c - what goes with --binary: nothing about plain accesses, which
 * nobody announces there
 */
#include <string.h>

#include "cli/words/options.h"

int judge_binary(const struct options *o, struct err *err)
{
	const struct {
		bool given;
		const char *name, *why;
	} with[] = {
		{o->given.mode && strcmp(o->mode, "fork") != 0, "mode",
			"what the program writes nobody sees, so every "
			"execution is a forked process"},
		{o->given.points, "points",
			"threads are switched at locks and other library "
			"calls, all of them and nowhere else"},
		{o->given.racing, "racing", "it sees no plain accesses"},
		{o->given.trust, "trust", "it sees no data races"},
		{o->given.ignore, "ignore", "it sees no data races"},
		{o->given.initialiser, "initialiser", "it sees no data races"},
		{o->given.destroyer, "destroyer", "it sees no data races"},
		{o->given.races, "races", "it sees no data races"},
		{o->given.happens_before, "happens-before",
			"it sees no data races"},
		{o->given.loop_turns && strcmp(o->loop_turns, "all") != 0,
			"turns", "loops do not tell of their turns"},
		{o->audit, "audit",
			"what plain accesses do would look like a fault of "
			"scarp's"},
	};

	if (!o->binary)
		return OK;
	for (size_t i = 0; i < sizeof with / sizeof *with; i++)
		if (with[i].given)
			return fail(err, ERR_USAGE,
				"'--binary' and '--%s' exclude each other: "
				"%s" SC(408),
				with[i].name, with[i].why);
	return OK;
}
