/* SPDX-License-Identifier: MIT */
#include "cli/plan/under_sc.h"

#include "cli/plan/shrink.h"
#include "report/late.h"
#include "search/model.h"

/* The first execution of that strategy is the given one; what waits for a
 * flush that is not there is passed over. */
static bool is_right(
	struct processes *all, const struct options *o, const struct found *f)
{
	struct err err = {OK, ""};
	struct process *p = processes_add(all, &err);
	struct crew crew = {.target = &all->target,
		.process = p,
		.size = 1,
		.hang_after_ms = all->hang_after_ms,
		.cpu_ms = o->shrink};

	if (!p)
		return false;
	shrink_prepare(p->channel, f, "nearest");
	p->channel->config.model = MODEL_sc;
	p->channel->config.search.executions_max = 1;
	p->channel->config.keep_files[0] = '\0';
	if (crew_drive(&crew, &err) || crew.interrupted ||
		channel_check(p->channel, NULL))
		return false;
	return !p->channel->bugs && p->channel->count.executions == 1 &&
	       !p->channel->count.failed;
}

void under_sc(struct processes *all, const struct options *o, struct result *r)
{
	for (unsigned i = 0; i < r->bugs && o->shrink; i++) {
		struct found *f = &r->found[i];
		struct late_store one;

		if (!f->confirmed || !f->replay || !f->steps ||
			f->bug->kind == BUG_data_race ||
			f->replay->config.model == MODEL_sc ||
			crew_was_interrupted() ||
			!late_find(f->replay, &one, 1))
			continue;
		f->right_under_sc = is_right(all, o, f);
	}
}
