/* SPDX-License-Identifier: MIT */
/* tally.c - what a set of executions came to, and how two of them differ */
#include <stdlib.h>
#include <string.h>

#include "machine.h"

const char *const feature_name[FEATURE_COUNT] = {"blocked at the end",
	"livelock", "failed", "pruned", "left", "alternatives", "two waiters",
	"alternatives not from 0", "blocked in the middle",
	"value-dependent footprint", "allocation by two", "await", "born late",
	"step limit"};

static bool add(struct tally *t, uint64_t state)
{
	size_t i;

	for (i = state & (t->room - 1); t->state[i];
		i = (i + 1) & (t->room - 1))
		if (t->state[i] == state)
			return false;
	t->state[i] = state;
	t->states++;
	return true;
}

static bool has(const struct tally *t, uint64_t state)
{
	if (t->room)
		for (size_t i = state & (t->room - 1); t->state[i];
			i = (i + 1) & (t->room - 1))
			if (t->state[i] == state)
				return true;
	return false;
}

static void see(struct tally *t, uint64_t state)
{
	if (2 * t->states >= t->room) {
		struct tally old = *t;

		t->room = t->room ? 2 * t->room : 64;
		t->state = calloc(t->room, sizeof *t->state);
		t->states = 0;
		for (size_t i = 0; i < old.room; i++)
			if (old.state[i])
				add(t, old.state[i]);
		free(old.state);
	}
	add(t, state ? state : 1);
}

static uint64_t fold(uint64_t h, uint64_t x)
{
	h = (h ^ x) * 0x9e3779b97f4a7c15u;
	return h ^ (h >> 29);
}

void tally_end(struct tally *t, enum outcome_kind end, const struct state *s,
	const struct choice *schedule, uint32_t steps)
{
	for (uint32_t i = 0; i < steps; i++)
		t->order = fold(t->order,
			schedule[i].thread +
				((uint64_t)schedule[i].alternative << 16));
	t->order = fold(t->order, ~(uint64_t)end);
	t->steps += steps;
	if (end == OUTCOME_STOPPED || end == OUTCOME_REDUNDANT) {
		t->stopped++;
		t->features |= 1u << FEATURE_LIMIT;
		return;
	}
	if (end == OUTCOME_PRUNED)
		t->pruned++;
	else
		t->executions++;
	t->failed += end == OUTCOME_FAILED;
	t->deadlocked += end == OUTCOME_DEADLOCKED;
	t->livelocked += end == OUTCOME_LIVELOCKED;
	if (end != OUTCOME_ENDED && end != OUTCOME_PRUNED && !t->first_bug)
		t->first_bug = t->executions;
	t->features |= end == OUTCOME_FAILED	   ? 1u << FEATURE_FAILED
		       : end == OUTCOME_DEADLOCKED ? 1u << FEATURE_BLOCKED_END
		       : end == OUTCOME_LIVELOCKED ? 1u << FEATURE_LIVELOCK
		       : end == OUTCOME_PRUNED	   ? 1u << FEATURE_PRUNED
						   : 0;
	if (s->left)
		t->features |= 1u << FEATURE_LEFT;
	see(t, state_hash(s, end));
}

void tally_merge(struct tally *t, const struct tally *part)
{
	t->executions += part->executions;
	t->failed += part->failed;
	t->deadlocked += part->deadlocked;
	t->livelocked += part->livelocked;
	t->pruned += part->pruned;
	t->stopped += part->stopped;
	t->steps += part->steps;
	t->features |= part->features;
	for (size_t i = 0; i < part->room; i++)
		if (part->state[i])
			see(t, part->state[i]);
}

const char *tally_differ(
	const struct tally *a, const struct tally *b, bool with_order)
{
	if (a->executions != b->executions)
		return "number of complete executions";
	if (a->deadlocked != b->deadlocked || a->livelocked != b->livelocked)
		return "number of deadlocks";
	if (a->failed != b->failed)
		return "number of failures";
	if (a->pruned != b->pruned || a->stopped != b->stopped)
		return "number of incomplete executions";
	if (a->steps != b->steps)
		return "number of steps";
	if (a->states != b->states)
		return "number of final states";
	for (size_t i = 0; i < a->room; i++)
		if (a->state[i] && !has(b, a->state[i]))
			return "final states";
	if (with_order && a->order != b->order)
		return "order of the schedules";
	return NULL;
}

void tally_free(struct tally *t)
{
	free(t->state);
	memset(t, 0, sizeof *t);
}
