/* SPDX-License-Identifier: MIT */
/* judge_model.c - what goes with a memory model under which stores are late:
 * only what was compared with it
 */
#include <string.h>

#include "channel/channel.h"
#include "cli/words/options.h"
#include "search/model.h"

static bool reduces_otherwise(const struct options *o)
{
	return strcmp(o->reduce, "none") != 0 &&
	       strcmp(o->reduce, "source") != 0 &&
	       strcmp(o->reduce, "optimal") != 0;
}

int judge_model(struct options *o, struct err *err)
{
	const struct {
		bool given;
		const char *name, *why;
	} with[] = {
		{o->binary, "binary", "its stores go unseen"},
		{o->bpor, "bpor", "its bounds do not know of stores"},
		{reduces_otherwise(o), "reduce",
			"there is optimal, source and none"},
		{strcmp(o->cache, "none") != 0, "cache",
			"what it leaves out was not compared"},
		{o->points && strcmp(o->points, "study") == 0, "points=study",
			"by its rules a store is seen at once"},
		{o->happens_before && strcmp(o->happens_before, "limited") == 0,
			"happens-before=limited",
			"what a lock orders by chance it does not know"},
		{o->heap && strcmp(o->heap, "reuse") == 0, "heap=reuse",
			"freed memory may have stores that nobody sees yet"},
		{o->given.loop_turns && strcmp(o->loop_turns, "all") != 0,
			"turns", "there is all"},
		{o->count_reruns, "count-reruns", "it goes by accesses"},
	};

	if (o->model_used == MODEL_sc)
		return o->fence ? fail(err, ERR_USAGE,
					  "'--fence' belongs to '--model tso': "
					  "by sc others see each store at "
					  "once" SC(407))
				: OK;
	for (size_t i = 0; i < sizeof with / sizeof *with; i++)
		if (with[i].given)
			return fail(err, ERR_USAGE,
				"'--model %s' and '--%s' exclude each other: "
				"%s" SC(408),
				o->model, with[i].name, with[i].why);
	o->turns_used = TURNS_KEPT;
	return OK;
}
