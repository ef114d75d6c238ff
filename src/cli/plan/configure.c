/* SPDX-License-Identifier: MIT */
#include "cli/plan/configure.h"

#include <stdio.h>
#include <string.h>

#include "cli/processes/machine.h"

enum {
	LEAST_MIB = 512 /* unless asked for less; it is not needed at once */
};

/* What a search may use. */
static uint64_t search_bytes(const struct options *o)
{
	uint64_t half = machine_available() / 2 / o->jobs;

	if (o->given.memory)
		return o->memory < SEARCH_BYTES >> 20 ? o->memory << 20
						      : SEARCH_BYTES;
	return half > (uint64_t)LEAST_MIB << 20 ? half
						: (uint64_t)LEAST_MIB << 20;
}

void configure(struct channel_config *config, const struct options *o,
	const struct processes *all)
{
	config->mode = all->mode;
	config->unknown_ends = !all->mode_given;
	config->binary = all->binary;
	config->points_classes = o->points_classes;
	config->points_racing = o->points_racing;
	config->profile = o->profile;
	config->expect_exit = (int32_t)o->expect_exit;
	config->expected = all->expected;
	config->leak_check = o->leak_check;
	config->unsafe_handlers = o->unsafe_handlers;
	config->spurious = o->spurious ? (uint32_t)o->spurious_max : 0;
	config->failing = o->failing;
	config->failures = o->failing ? (uint32_t)o->failures : 0;
	config->model = o->model_used;
	config->heap = o->heap_use;
	config->loop_turns = all->turns_kept ? TURNS_KEPT : o->turns_used;
	config->happens_before = o->order;
	config->histories = o->history && strcmp(o->history, "executed") == 0
				    ? HISTORIES_EXECUTED
				    : HISTORIES_JUDGED;
	config->progress = o->progress ? (uint32_t)o->progress_steps : 0;
	config->races_kept = o->races_are_bugs;
	config->fuel_max_log2 = 24;
	config->search.seed = o->seed;
	config->search.steps_max = (uint32_t)o->max_steps;
	config->search.pct_depth = (uint32_t)o->pct_depth;
	config->search.stride = 1;
	snprintf(config->search.reduce, sizeof config->search.reduce, "%s",
		o->reduce);
	snprintf(config->search.cache, sizeof config->search.cache, "%s",
		o->cache);
	config->search.cache_max = o->cache_max;
	config->search_bytes = search_bytes(o);
	config->search.unrefined = strcmp(o->refine, "none") == 0;
	config->filters = all->filters;
}
