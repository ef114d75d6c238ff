/* SPDX-License-Identifier: MIT */
#include "cli/show/loops.h"

#include "channel/channel.h"
#include "cli/words/options.h"
#include "report/fruitless.h"
#include "report/names.h"
#include "report/result.h"

enum {
	OFTEN = 100 /* seen */
};

/* Where all executions came to their end such a loop may wait for nothing, and
 * end after so many turns. */
static bool matters(const struct options *o, const struct result *r)
{
	return !o->quiet && (r->verdict == VERDICT_PARTIAL || r->nothing) &&
	       r->caveats[CAVEAT_step_limit];
}

void loops_print(const struct options *o, const struct result *r,
	const struct channel *c, FILE *out)
{
	static struct names names;
	bool any = false;
	char at[500];

	if (!matters(o, r) || !c)
		return;
	if (fruitless_where(r, CUT_steps, at, sizeof at))
		fprintf(out,
			"  where the first was cut at the step limit: %s\n",
			at);
	for (unsigned i = 0; i < LOOPS_MAX && r->counting[i].pc; i++) {
		char where[300];

		if (r->counting[i].seen < OFTEN)
			continue;
		if (!any)
			names_init(&names, c);
		names_frame_where(names_frame(&names, &r->counting[i].pc, 1),
			where, sizeof where);
		fprintf(out, "%s %s",
			any ? ","
			    : "  loops that come round with nothing changed "
			      "but their own count, or delay:",
			where);
		any = true;
	}
	if (!any)
		return;
	names_fini(&names);
	fprintf(out,
		"\n    every number of turns is explored. If the loop waits "
		"for "
		"another thread, and the number does\n    not matter, write "
		"scarp_spin_hint() into it (#include <scarp/scarp.h>), or let "
		"nothing depend\n    on what it counts\n");
}
