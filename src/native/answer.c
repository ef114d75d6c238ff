/* SPDX-License-Identifier: MIT */
#include "native/answer.h"
#include "native/audit/solo.h"
#include "native/linear/progress.h"
#include "native/offers.h"
#include "native/rewinding/trial.h"
#include "native/sched.h"
#include "native/spin/await.h"
#include "native/study.h"

/* Not the search alone: by the rules of the study; and before that a thread may
 * be tried alone, which is over when this is come back to. */
static __attribute__((noinline, cold)) struct choice choose_with_others(
	struct view *view)
{
	struct choice c;

	if (rt.trial || solo_begins(view) || progress_begins(view))
		return trial_choose();
	rt.channel->changing = 1;
	c = rt.study ? study_choose(view) : search_choose(rt.search, view);
	rt.channel->changing = 0;
	return c;
}

/* Who comes first, where nothing else decides.  Whom a thread of a binary waits
 * for in a loop nobody sees, so that it would go round for ever. */
static tid ran_last(void)
{
	tid t = rt.world.last;

	return unlikely(rt.blind) && t != TID_NONE &&
			       offers_only_time(&rt.pending[t])
		       ? (tid)(t + 1)
		       : t;
}

struct choice answer_of_all(void)
{
	uint32_t step = rt.world.step;
	struct choice c;
	struct view view;
	tid enabled;

	if (unlikely(rt.world.awaiting) && step >= rt.prefix_length &&
		await_asks())
		return trial_choose();
	enabled = offers_refresh();
	if (!enabled)
		enabled = offers_none();
	if (step < rt.prefix_length) {
		c = rt.prefix[step];
		if (c.thread >= rt.world.threads ||
			!rt.pending[c.thread].live ||
			!offers_choice(&rt.pending[c.thread], c.alternative))
			diverged(&c);
		return c;
	}
	view = (struct view){.thread = rt.pending,
		.threads = rt.world.top,
		.last = ran_last(),
		.enabled = enabled,
		.flushes = rt.world.buffers,
		.step = step};
	if (unlikely(rt.others_choose)) {
		c = choose_with_others(&view);
	} else {
		rt.channel->changing = 1;
		c = search_choose(rt.search, &view);
		rt.channel->changing = 0;
	}
	if (c.thread == TID_NONE)
		execution_stop(&c);
	return c;
}
