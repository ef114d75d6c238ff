/* SPDX-License-Identifier: MIT */
#include "cli/plan/settle.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/plan/failing.h"
#include "cli/plan/fenced.h"
#include "cli/plan/unseen.h"

/* Nothing here is proven: operations have returned so often. */
static void settle_progress(const struct options *o, struct result *r)
{
	const struct channel_progress *p = &r->progress;

	if (!o->progress)
		return;
	if (!p->returned && !r->bugs) {
		r->caveats[CAVEAT_progress_untried]++;
		snprintf(r->caveat_detail[CAVEAT_progress_untried],
			sizeof r->caveat_detail[CAVEAT_progress_untried],
			"no operation returned to a thread that was alone: "
			"does the test note any? 'scarp help linearize'");
		return;
	}
	r->caveats[CAVEAT_progress_bounded] = 1;
	snprintf(r->caveat_detail[CAVEAT_progress_bounded],
		sizeof r->caveat_detail[CAVEAT_progress_bounded],
		"no operation took more than %" PRIu32 " steps alone, in "
		"%" PRIu64 " solo runs, nor more than %" PRIu32 " in %" PRIu64
		" executions",
		p->alone_most, p->returned, p->among_most, r->count.executions);
	r->caveats[CAVEAT_progress_points] =
		strcmp(o->reduce, "none") != 0 || strcmp(o->cache, "none") != 0;
}

void settle_caveats(const struct options *o, const struct course *course,
	const struct processes *all, struct result *r)
{
	/* The account of iterative deepening says what was not. */
	r->caveats[CAVEAT_sampled] = o->deepens ? 0 : r->sampled;
	r->caveats[CAVEAT_interrupted] = course->interrupted && !r->exhausted;
	r->caveats[CAVEAT_budget] =
		!r->exhausted && !course->interrupted && !o->sampler &&
		(course->out_of_time || course->out_of_executions);
	if (r->counts && r->over && r->bounds.more && !r->bugs) {
		r->caveats[CAVEAT_bound] = 1;
		snprintf(r->caveat_detail[CAVEAT_bound],
			sizeof r->caveat_detail[CAVEAT_bound],
			"more than %" PRIu32 " %s%s", r->bounds.now, r->counts,
			r->bounds.now == 1 ? "" : "s");
	}
	settle_progress(o, r);
	r->caveats[CAVEAT_lazy_cache] = strcmp(o->cache, "lazy-hbr") == 0;
	r->caveats[CAVEAT_lazy_reduction] = strcmp(o->reduce, "lazy") == 0 &&
					    !r->caveats[CAVEAT_lazy_given_up];
	if (o->points && r->caveats[CAVEAT_points_left_out] == 0 &&
		((o->points_classes & CLASSES_SYNC) != CLASSES_SYNC ||
			(!o->points_racing && r->races)))
		r->caveats[CAVEAT_points_left_out] = 1;
	/* Some executions did, others did not. */
	if (r->caveats[CAVEAT_whole_blocks])
		r->caveats[CAVEAT_no_address_reuse] = 0;
	if (all->mode == MODE_FORK && !r->caveats[CAVEAT_fork_mode])
		r->caveats[CAVEAT_fork_mode] = 1;
	failing_settle(o, r);
	fenced_settle(&all->filters, r);
	unseen_places(r, all->target.path);
}

void settle_search(struct result *r, const struct processes *all)
{
	static uint64_t pc[POINTS_MAX];
	struct race_job job = {.pc = pc};
	const struct channel *c = NULL;

	for (unsigned i = all->size; i > 0 && !c; i--) {
		c = all->process[i - 1]->channel;
		if (c && (channel_check(c, NULL) || !c->rounds))
			c = NULL;
	}
	if (!c)
		return;
	for (uint32_t i = 0; i < c->points_now; i++)
		if (c->config.points_racing &&
			c->point[i].access != POINT_ATOMIC)
			pc[job.pcs++] = c->point[i].pc;
	job.classes = c->config.points_classes;
	job.finished = result_finished(r);
	findings_job(r, &job);
}

void settle_jobs(struct result *r, const struct jobs *jobs)
{
	static uint64_t pc[PPSET_POINTS];

	for (unsigned i = 0; i < jobs->jobs; i++) {
		const struct ppset *set = &jobs->job[i].set;
		struct race_job job = {
			.classes = set->classes, .pc = pc, .finished = true};

		if (jobs->job[i].state != JOB_FINISHED)
			continue;
		for (unsigned n = 0; n < jobs->points; n++)
			if (ppset_has(set, n))
				pc[job.pcs++] = jobs->point[n];
		findings_job(r, &job);
	}
}
