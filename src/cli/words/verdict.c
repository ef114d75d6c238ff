/* SPDX-License-Identifier: MIT */
/* verdict.c - from verdict and options to the exit code (docs/exit-codes.md)
 *
 * `partial` is success only when it is what the user asked for: a sampler with
 * a size that was completed, or a search that came to the end inside bounds
 * that were given by hand.
 */
#include "cli/words/verdict.h"

#include "cli/words/cli.h"

/* The search came to its end, and all that is missing was left out by order. */
static bool bounds_as_asked(const struct options *o, const struct result *r)
{
	if (!r->over)
		return false;
	for (int i = 0; i < CAVEAT_COUNT; i++) {
		if (!r->caveats[i] || caveat_info[i].kind != CAVEAT_KIND_HOLE)
			continue;
		if ((i == CAVEAT_step_limit || i == CAVEAT_heap_points) &&
			o->given.max_steps)
			continue;
		if (i == CAVEAT_points_left_out && o->given.points)
			continue;
		if (i == CAVEAT_bound && o->given.bound)
			continue;
		if (i == CAVEAT_lazy_cache || i == CAVEAT_lazy_reduction ||
			i == CAVEAT_filtered || i == CAVEAT_trusted ||
			i == CAVEAT_ignored || i == CAVEAT_suppressed ||
			i == CAVEAT_binary || i == CAVEAT_forced_yield ||
			i == CAVEAT_main_left || i == CAVEAT_barrier_nobody ||
			i == CAVEAT_progress_bounded)
			continue; /* no other option brings these */
		return false;
	}
	return true;
}

static bool as_asked(
	const struct options *o, const struct result *r, bool budget_spent)
{
	return o->sampler ? budget_spent : bounds_as_asked(o, r);
}

int verdict_exit(const struct options *o, const struct result *r,
	bool interrupted, bool budget_spent)
{
	switch (r->verdict) {
	case VERDICT_BUG:
		return EXIT_BUG;
	case VERDICT_VERIFIED:
		return EXIT_GOOD;
	case VERDICT_ERROR:
		return r->nothing && interrupted ? EXIT_INTERRUPTED
						 : EXIT_ERROR;
	case VERDICT_PARTIAL:
		break;
	}
	if (interrupted)
		return EXIT_INTERRUPTED;
	if (o->given.partial_exit)
		return (int)o->partial_exit;
	if (o->require)
		return options_want_proof(o) ? EXIT_UNPROVEN : EXIT_GOOD;
	return as_asked(o, r, budget_spent) ? EXIT_GOOD : EXIT_UNPROVEN;
}
