/* SPDX-License-Identifier: MIT */
/* inspect.c - what the binary itself tells before it runs: mode and holes */
#include <stdio.h>
#include <string.h>

#include "cli/check.h"

int check_inspect(struct check *check, struct err *err)
{
	const char *mode = check->options.mode;

	check->mode = MODE_CHECKPOINT;
	for (int i = 0; mode && i < MODE_COUNT; i++)
		if (strcmp(mode, rewind_mode_name[i]) == 0) {
			check->mode = (enum rewind_mode)i;
			snprintf(check->result.mode_why,
				sizeof check->result.mode_why, "--mode");
		}
	check->result.mode = rewind_mode_name[check->mode];
	return OK;
}

void announce(const struct check *check)
{
	const struct options *o = &check->options;
	const struct result *r = &check->result;

	if (o->quiet)
		return;
	fprintf(check->out, "%s, model %s, %s mode%s%s%s\n",
		o->turns ? "dfs first, then random and pct in turns"
			 : o->strategy,
		o->model, r->mode, r->mode_why[0] ? " (" : "", r->mode_why,
		r->mode_why[0] ? ")" : "");
	fflush(check->out);
}
