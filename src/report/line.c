/* SPDX-License-Identifier: MIT */
/* line.c - the sentence of a verdict: what is proven, and under what */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "replay/symbols.h"
#include "report/result.h"
#include "report/sentence.h"

bool result_detail_tells(const struct result *r, enum caveat which)
{
	switch (which) {
	case CAVEAT_assumption: /* what calls it is in its sentence */
	case CAVEAT_no_spurious:
	case CAVEAT_try_between:
		return false;
	case CAVEAT_fork_mode: /* where the mode is said, it says why */
		return !r->mode_why[0] && r->caveat_detail[which][0];
	default:
		return r->caveat_detail[which][0] != '\0';
	}
}

/* " with fences after a.c:12, b.c:7": of --fence */
static void fences(
	struct sentence *t, const struct result *r, const char *before)
{
	const struct channel_filters *f = r->filters;
	uint64_t n = r->caveats[CAVEAT_fenced];

	if (!n || !f)
		return;
	sentence_add(
		t, "%swith %s after", before, n == 1 ? "a fence" : "fences");
	for (uint32_t i = 0, told = 0; i < f->directives; i++)
		if (f->directive[i].kind == DIRECTIVE_FENCE)
			sentence_add(t, "%s %s", told++ ? "," : "",
				f->directive[i].name);
}

/* "sc; no spurious wake-ups; ..." */
static void scopes(
	struct sentence *t, const struct result *r, enum line_details details)
{
	sentence_add(t, "%s", r->model);
	if (r->caveats[CAVEAT_binary])
		sentence_add(t, "; threads switched at locks and other library "
				"calls alone");
	if (details == LINE_BRIEF) {
		fences(t, r, "; ");
		sentence_add(t, "; within the limits below");
		return;
	}
	for (int i = 0; i < CAVEAT_COUNT; i++) {
		if (!r->caveats[i] || caveat_info[i].kind != CAVEAT_KIND_SCOPE)
			continue;
		if (i == CAVEAT_failures) { /* all there is to say */
			sentence_add(t, "; %s", r->caveat_detail[i]);
			continue;
		}
		if (i == CAVEAT_fenced) {
			if (r->verdict != VERDICT_VERIFIED)
				fences(t, r, "; ");
			continue;
		}
		sentence_add(t, "; %s", caveat_info[i].sentence);
		if (details == LINE_ALL &&
			result_detail_tells(r, (enum caveat)i))
			sentence_add(t, " (%s)", r->caveat_detail[i]);
	}
}

#define ROUND " of the last round"

/* Of a search, since its decision points are what they are now. */
static uint64_t last_round(const struct result *r)
{
	return r->count.executions - r->sampled - r->before_round;
}

/* What it is that was counted. */
static const char *unit(const struct result *r)
{
	return r->traces ? "trace" : "execution";
}

/* "all 20 traces of the last round", "the only execution" */
static void all_of(
	struct sentence *t, const struct result *r, const char *scope)
{
	uint64_t last = last_round(r);

	if (last == 1)
		sentence_add(t, "the only %s", unit(r));
	else
		sentence_add(t, "all %" PRIu64 " %ss", last, unit(r));
	sentence_add(t, "%s%s", scope,
		r->rounds > 1 && r->before_round ? ROUND : "");
}

/* Those that prove nothing, too: of earlier rounds, and of other state spaces.
 */
static void besides(struct sentence *t, const struct result *r)
{
	uint64_t all = r->count.executions - r->sampled;

	if (!r->before_round)
		return;
	if (r->account.jobs)
		sentence_add(t, ", %" PRIu64 " executions in all", all);
	else
		sentence_add(t, ", %" PRIu64 " in all rounds", all);
}

/* The search came to its end. */
static void everything(
	struct sentence *t, const struct result *r, const char *scope)
{
	sentence_add(t, "no bug in ");
	all_of(t, r, scope);
	if (r->traces && last_round(r) > 1)
		sentence_add(t, ", one execution of each");
	besides(t, r);
}

/* Some bounds were explored, and perhaps a part of the next one. */
static void within(struct sentence *t, const struct result *r)
{
	uint32_t most = r->bounds.done - 1;
	uint64_t n = r->bounds.within, last = last_round(r);
	bool every = strcmp(r->reduction, "none") == 0;

	if (every)
		sentence_add(t,
			n == 1 ? "no bug in the only execution"
			       : "no bug in all %" PRIu64 " executions",
			n);
	else
		sentence_add(t, "no bug in any execution");
	if (most)
		sentence_add(t, " with at most %" PRIu32 " %s%s", most,
			r->counts, sentence_s(most));
	else
		sentence_add(t, " without a %s", r->counts);
	if (!every)
		sentence_add(t, ": %" PRIu64 " stand%s for all", n,
			n == 1 ? "s" : "");
	if (last > n)
		sentence_add(
			t, " and in %" PRIu64 " with more (not all)", last - n);
	if (r->before_round)
		sentence_add(
			t, ", %" PRIu64 " in all rounds", r->count.executions);
}

/* Of iterative deepening: one trace may have been executed by many jobs. */
static void by_jobs(struct sentence *t, const struct result *r)
{
	uint64_t all = r->count.executions - r->sampled;
	unsigned begun = 0;

	for (unsigned i = 0; i < r->account.jobs->jobs; i++)
		begun += r->account.jobs->job[i].executions > 0;
	sentence_add(t, "%" PRIu64 " execution%s of %u search%s", all,
		sentence_s(all), begun, begun == 1 ? "" : "es");
	if (r->sampled)
		sentence_add(t, " and %" PRIu64 " random one%s", r->sampled,
			sentence_s(r->sampled));
}

void result_explored(const struct result *r, char *out, size_t size)
{
	struct sentence t = sentence_in(out, size);

	if (r->exhausted && !r->sampled) {
		all_of(&t, r, "");
		besides(&t, r);
	} else {
		by_jobs(&t, r);
	}
	sentence_add(&t, "; %" PRIu64 " failed", r->count.failed);
}

static void partial(struct sentence *t, const struct result *r)
{
	uint64_t all = r->count.executions;
	uint64_t searched = all > r->sampled ? all - r->sampled : 0;

	if (r->exhausted && !r->sampled) {
		everything(t, r, " of this scope");
		return;
	}
	if (r->account.jobs && r->count.executions) {
		sentence_add(t, "no bug in ");
		by_jobs(t, r);
		return;
	}
	if (r->counts && r->bounds.within) {
		within(t, r);
		return;
	}
	sentence_add(t, "no bug in ");
	if (searched) {
		uint64_t last = last_round(r);

		sentence_add(t, "%" PRIu64 " different %s%s%s (not all)", last,
			unit(r), sentence_s(last),
			r->before_round ? ROUND : "");
		if (r->before_round)
			sentence_add(
				t, ", %" PRIu64 " in all rounds", searched);
	}
	if (searched && r->sampled)
		sentence_add(t, " and ");
	if (r->sampled)
		sentence_add(t, "%" PRIu64 " sampled %s%s", r->sampled,
			searched ? "one" : "execution", sentence_s(r->sampled));
}

/* The function that a stack overflow happened in: the message was written where
 * no symbols were at hand. */
static void overflowed_at(struct sentence *t, const struct channel *c,
	const struct channel_bug *bug)
{
	struct symbols *symbols = symbols_new(c);
	struct frame frame;

	if (symbols && bug->stack.frames &&
		symbols_frames(symbols, bug->stack.pc[0], &frame, 1) == 1 &&
		frame.function[0])
		sentence_add(t, " at %s()", frame.function);
	symbols_free(symbols);
}

/* The kind, unless the message says it already. */
static void title(struct sentence *t, const struct channel *c,
	const struct channel_bug *bug)
{
	const char *kind = bug_info[bug->kind].text;

	if (strncmp(bug->message, kind, strlen(kind)) != 0 &&
		(bug->kind != BUG_assertion ||
			strncmp(bug->message, "assertion",
				strlen("assertion")) != 0))
		sentence_add(t, "%s%s", kind, bug->message[0] ? ": " : "");
	sentence_add(t, "%s", bug->message);
	if (bug->kind == BUG_stack_overflow)
		overflowed_at(t, c, bug);
}

void result_title(const struct channel *c, const struct channel_bug *bug,
	char *out, size_t size)
{
	struct sentence t = sentence_in(out, size);

	title(&t, c, bug);
}

/* "no bug" was not the whole truth. */
static void but_suppressed(
	const struct result *r, char *out, struct sentence *t)
{
	static const char no_bug[] = "no bug";
	uint64_t n = r->caveats[CAVEAT_suppressed];
	char *at = n ? strstr(out, no_bug) : NULL;
	char rest[1024];

	if (!at)
		return;
	at += strlen(no_bug);
	snprintf(rest, sizeof rest, "%s", at);
	t->used = (size_t)(at - out);
	sentence_add(t, " but %" PRIu64 " suppressed%s", n, rest);
}

void result_line(const struct result *r, enum line_details details, char *out,
	size_t size)
{
	struct sentence t = sentence_in(out, size);
	const struct found *f = &r->found[0];

	sentence_add(&t, "%s", verdict_name[r->verdict]);
	if (r->verdict == VERDICT_VERIFIED)
		fences(&t, r, " ");
	sentence_add(&t, ": ");
	switch (r->verdict) {
	case VERDICT_ERROR:
		sentence_add(&t, "%s", r->error);
		return;
	case VERDICT_BUG:
		title(&t, f->in, f->bug);
		sentence_add(&t, " (execution %" PRIu64, f->number);
		if (r->bugs > 1)
			sentence_add(&t, "; %u distinct bugs%s", r->bugs,
				r->bugs == BUGS_MAX
					? ", perhaps more: no more are kept"
					: "");
		sentence_add(&t, ")");
		return;
	case VERDICT_VERIFIED:
		everything(&t, r, "");
		break;
	case VERDICT_PARTIAL:
		partial(&t, r);
		but_suppressed(r, out, &t);
		break;
	}
	sentence_add(&t, " (");
	scopes(&t, r, details);
	sentence_add(&t, ")");
}
