/* SPDX-License-Identifier: MIT */
/* judge_progress.c - what goes with --progress: searches whose turns of loops
 * are all there, since the steps of an operation are counted
 */
#include <string.h>

#include "channel/channel.h"
#include "cli/words/options.h"
#include "search/model.h"

int judge_progress(struct options *o, struct err *err)
{
	const struct {
		bool given;
		const char *name, *why;
	} with[] = {
		{o->models || o->model_used != MODEL_sc, "model",
			"late stores become visible without their thread, "
			"which "
			"is not tried; there is sc"},
		{o->binary, "binary", "its loops and operations go unseen"},
		{o->audit, "audit", "who is tried alone is no trace"},
		{o->points && strcmp(o->points, "study") == 0, "points=study",
			"by its rules threads go on without a decision"},
		{o->given.loop_turns && strcmp(o->loop_turns, "all") != 0,
			"turns",
			"a turn that comes to nothing is a step of its "
			"operation"},
	};

	if (o->progress_steps < 1 || o->progress_steps > PROGRESS_MAX)
		return fail(err, ERR_USAGE,
			"'--progress-steps' is from 1 to %d" SC(410),
			PROGRESS_MAX);
	if (!o->progress)
		return o->given.progress_steps
			       ? fail(err, ERR_USAGE,
					 "'--progress-steps' belongs to "
					 "'--progress': give both, or "
					 "neither" SC(407))
			       : OK;
	for (size_t i = 0; i < sizeof with / sizeof *with; i++)
		if (with[i].given)
			return fail(err, ERR_USAGE,
				"'--progress' and '--%s' exclude each other: "
				"%s" SC(408),
				with[i].name, with[i].why);
	o->turns_used = TURNS_KEPT;
	return OK;
}
