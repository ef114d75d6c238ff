/* SPDX-License-Identifier: MIT */
/* decisive.c - of the pairs that are turned, the one that is told */
#include "report/decisive.h"

#include <string.h>

#include "report/across.h"
#include "report/compare.h"
#include "report/tier.h"
#include "report/torn.h"

enum {
	NONE = COURSE_NONE
};

static bool same_threads(
	const struct compare *a, const struct step *x, const struct step *y)
{
	return (a->a == x->is.thread && a->b == y->is.thread) ||
	       (a->b == x->is.thread && a->a == y->is.thread);
}

/* A pair is turned: is it the one to be told? */
static void consider(struct compare *a, struct turned t)
{
	const struct step *first = &a->fails.step[t.first];
	const struct step *second = t.second != NONE ? &a->fails.step[t.second]
						     : &a->passes.step[t.next];
	bool there = t.second != NONE;
	uint32_t middle[NOTED];
	bool torn = torn_say(a, &t, second, middle);
	unsigned score = tier_score(a, t, torn);

	if (!score)
		return;
	if (a->score && score / 2 >= a->score / 2 &&
		!same_threads(a, first, second))
		a->others = score / 2 == a->score / 2 ? a->others + 1 : 0;
	else if (score / 2 > a->score / 2)
		a->others = 0;
	if (score < a->score || (score == a->score && !there))
		return;
	a->score = score;
	a->best = t;
	a->a = first->is.thread;
	a->b = second->is.thread;
	memcpy(a->middle, middle, sizeof middle);
}

/* The other order is one of the same two things, too: not of another element.
 * What is freed here may be nobody's there. */
static bool meet_there(
	const struct compare *a, const struct step *x, const struct step *y)
{
	return tier_frees_it(a, x) || course_overlap(&a->passes.step[x->match],
					      &a->passes.step[y->match]);
}

static void turned(struct compare *a)
{
	const struct step *s = a->fails.step;

	for (uint32_t j = 0; j < a->fails.steps; j++)
		for (uint32_t i = 0; i < j && s[j].match != NONE; i++)
			if (s[i].match != NONE && s[j].match < s[i].match &&
				course_conflict(&s[i], &s[j]) &&
				meet_there(a, &s[i], &s[j]))
				consider(a, (struct turned){i, j, NONE});
}

/* All that the thread did in the execution that fails, it has done in the other
 * one before this. */
static bool is_next(const struct compare *a, const struct step *s)
{
	for (uint32_t i = a->fails.steps; i-- > 0;)
		if (a->fails.step[i].is.thread == s->is.thread)
			return a->fails.step[i].match != NONE &&
			       &a->passes.step[a->fails.step[i].match] < s;
	return true;
}

/* What a thread was about to do. */
static void turned_later(struct compare *a)
{
	const struct step *p = a->passes.step;

	for (uint32_t k = 0; k < a->passes.steps; k++) {
		if (p[k].match != NONE || p[k].is.thread == a->failing ||
			!is_next(a, &p[k]))
			continue;
		for (uint32_t i = k + 1; i < a->passes.steps; i++)
			if (p[i].match != NONE && course_conflict(&p[i], &p[k]))
				consider(a,
					(struct turned){p[i].match, NONE, k});
	}
}

/* The last step of the thread that fails; NONE: it is not here. */
static uint32_t last_of_failing(const struct compare *a)
{
	uint32_t i = a->fails.steps;

	while (i-- > 0)
		if (a->fails.step[i].is.thread == a->failing)
			return i;
	return NONE;
}

/* The failing thread uses a freed block, which is not freed there in the other
 * execution. */
static void freed(struct compare *a)
{
	const struct step *s = a->fails.step;
	uint32_t use = last_of_failing(a);

	for (uint32_t i = 0; use != NONE && i < use; i++)
		if (s[i].match == NONE && tier_frees_it(a, &s[i]) &&
			course_conflict(&s[i], &s[use]))
			consider(a, (struct turned){i, use, NONE});
}

/* It does what nobody may do to an object that another one uses, and does not
 * do so in the other execution. */
static void misused(struct compare *a)
{
	const struct step *s = a->fails.step;
	uint32_t use = last_of_failing(a);

	if (use == NONE || s[use].match != NONE || !tier_is_misused(a, &s[use]))
		return;
	for (uint32_t i = use; i-- > 0;)
		if (course_conflict(&s[i], &s[use])) {
			consider(a, (struct turned){i, use, NONE});
			return;
		}
}

/* Descriptors and what they lead to are many objects: nothing else is turned,
 * and this is what the failing thread did last. */
static void turned_in_kernel(struct compare *a)
{
	const struct step *s = a->fails.step;
	uint32_t last = last_of_failing(a);

	if (last == NONE || s[last].match == NONE ||
		!tier_is_kernel(a, &s[last]))
		return;
	for (uint32_t i = last; i-- > 0;)
		if (s[i].is.thread != a->failing && tier_is_kernel(a, &s[i]) &&
			s[i].match != NONE && s[i].match > s[last].match &&
			s[i].is.changes)
			consider(a, (struct turned){i, last, NONE});
}

/* Is what decided that the write is made the better reason? */
static bool has_reason(const struct compare *a, const struct slice_read *r)
{
	struct turned t = {r->from, r->read, NONE};
	uint32_t middle[NOTED];

	return r->explained &&
	       !torn_say(a, &t, &a->fails.step[r->read], middle);
}

/* What was found was written by a thread that does not do so in the other
 * execution: it came to it too early.  At last those for which there is another
 * reason. */
static void not_there(struct compare *a, bool at_last)
{
	const struct step *s = a->fails.step;

	for (unsigned i = 0; i < a->slice.reads; i++) {
		uint32_t read = a->slice.read[i].read;
		uint32_t from = a->slice.read[i].from;

		if (from != NONE && s[from].match == NONE &&
			s[from].is.thread != s[read].is.thread &&
			has_reason(a, &a->slice.read[i]) == at_last &&
			torn_free_to_turn(a, &s[from], &s[from], &s[read]) &&
			torn_free_to_turn(a, &s[from], &s[read], NULL))
			consider(a, (struct turned){from, read, NONE});
	}
}

/* From the thread that failed, or those that wait for ever. */
static void find_slice(struct compare *a)
{
	const struct channel_bug *bug = &a->fails.c->bug[0];
	struct slice_end end[WAITS_MAX + 1];
	unsigned ends = 0;

	if (a->failing != TID_NONE)
		end[ends++] =
			(struct slice_end){a->failing, compare_failing(a)};
	for (unsigned i = 0; a->fails.c->bugs && i < bug->waits; i++)
		end[ends++] = (struct slice_end){
			bug->wait[i].thread, &bug->wait[i].stack};
	slice_find(&a->slice, a->lines, &a->fails, &a->passes, end, ends);
}

static struct noted noted_as(const struct course *a, uint32_t step)
{
	const struct item *item = &a->step[step].item;

	return (struct noted){item->at, item->is_data, true};
}

static void note(struct decisive *out, const struct compare *a)
{
	for (unsigned i = 0; i < NOTED; i++) {
		uint32_t at = a->middle[i];

		if (at == NONE)
			continue;
		out->note[i] = noted_as(&a->fails, at);
		if (a->fails.step[at].match != NONE)
			out->there[i] =
				noted_as(&a->passes, a->fails.step[at].match);
	}
	if (a->best.next != NONE) {
		const struct noted next = noted_as(&a->passes, a->best.next);

		out->next = next.at;
		out->next_is_data = next.is_data;
		out->next_there = true;
		out->there[DECISIVE_BEFORE] = next;
	}
	across_circle(a, out);
}

bool decisive_find(
	struct names *n, const struct found *found, struct decisive *out)
{
	struct compare a = {
		.failing = TID_NONE, .middle = {NONE, NONE, NONE, NONE}};
	bool known = false;

	memset(out, 0, sizeof *out);
	if (!found->passing || !found->replay || !found->confirmed)
		return false;
	out->fails = found->replay;
	out->passes = found->passing;
	if (found->replay->bugs)
		a.failing = found->replay->bug[0].thread;
	a.lines = lines_new(n);
	if (!a.lines)
		return false;
	if (course_new(&a.fails, out->fails) &
		course_new(&a.passes, out->passes)) {
		if (course_match(&a.fails, &a.passes)) {
			find_slice(&a);
			turned(&a);
			freed(&a);
			misused(&a);
			not_there(&a, false);
			turned_later(&a);
			if (a.score / 2 < TIER_MEMORY * (SLICE_FAR + 1u))
				not_there(&a, true);
		}
		if (!a.score)
			turned_in_kernel(&a);
		known = a.score && !a.others;
		if (known) {
			across_find(&a, a.middle);
			note(out, &a);
		}
	}
	course_free(&a.fails);
	course_free(&a.passes);
	lines_free(a.lines);
	return known;
}
