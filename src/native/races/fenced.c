/* SPDX-License-Identifier: MIT */
#include "native/races/fenced.h"

#include <unwind.h>

#include "native/races/filter.h"

#include "search/model.h"

static uint64_t fence, through; /* sets of directives */

void fenced_load(void)
{
	fence = filter_kind(DIRECTIVE_FENCE);
	through = filter_kind(DIRECTIVE_FENCE_THROUGH);
	rt.fences = !fence				    ? FENCES_NONE
		    : rt.channel->config.model == MODEL_pso ? FENCES_BEHIND
							    : FENCES_AT_ONCE;
}

struct walk {
	bool inside; /* of what stores for who calls it */
	bool fenced;
};

static _Unwind_Reason_Code frame(struct _Unwind_Context *context, void *arg)
{
	struct walk *w = arg;
	int before = 0;
	uint64_t pc = (uint64_t)_Unwind_GetIPInfo(context, &before);
	uint64_t hits = filter_at(pc - !before);

	if (hits & through) {
		w->inside = true;
		return _URC_NO_REASON;
	}
	if (!w->inside) /* the runtime's own frames are above it */
		return _URC_NO_REASON;
	w->fenced = hits & fence;
	return _URC_END_OF_STACK;
}

bool fenced_at(uint64_t pc)
{
	uint64_t hits = filter_at(pc - 1), on = rt.on;
	struct walk w = {false, false};

	if (!(hits & through))
		return hits & fence;
	rt.on = 0; /* the unwinder's memset is not the test's */
	_Unwind_Backtrace(frame, &w);
	rt.on = on;
	return w.fenced;
}
