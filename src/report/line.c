/* SPDX-License-Identifier: MIT */
/* line.c - the sentence of a verdict: what is proven, and under what */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "replay/symbols.h"
#include "report/result.h"

struct text {
	char *at;
	size_t used, size;
};

__attribute__((format(printf, 2, 3))) static void add(
	struct text *t, const char *fmt, ...)
{
	va_list args;
	int n;

	if (t->used >= t->size)
		return;
	va_start(args, fmt);
	n = vsnprintf(t->at + t->used, t->size - t->used, fmt, args);
	va_end(args);
	if (n > 0)
		t->used += (size_t)n;
}

/* "sc; no spurious wake-ups; ..." */
static void scopes(struct text *t, const struct result *r)
{
	add(t, "%s", r->model);
	for (int i = 0; i < CAVEAT_COUNT; i++) {
		if (!r->caveats[i] || caveat_info[i].kind != CAVEAT_KIND_SCOPE)
			continue;
		add(t, "; %s", caveat_info[i].sentence);
	}
}

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
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

/* The search came to its end. */
static void everything(
	struct text *t, const struct result *r, const char *scope)
{
	uint64_t all = r->count.executions, last = last_round(r);

	add(t, "no bug in %s%" PRIu64 " %s%s%s%s",
		last == 1 ? "the only " : "all ", last, unit(r), plural(last),
		scope, r->before_round ? ROUND : "");
	if (r->traces && last > 1)
		add(t, ", one execution of each");
	if (r->before_round)
		add(t, ", %" PRIu64 " in all rounds", all);
}

/* Some bounds were explored, and perhaps a part of the next one. */
static void within(struct text *t, const struct result *r)
{
	uint32_t most = r->bounds.done - 1;
	uint64_t n = r->bounds.within, last = last_round(r);
	bool every = strcmp(r->reduction, "none") == 0;

	if (every)
		add(t, "no bug in %s%" PRIu64 " execution%s",
			n == 1 ? "the only " : "all ", n, plural(n));
	else
		add(t, "no bug in any execution");
	if (most)
		add(t, " with at most %" PRIu32 " %s%s", most, r->counts,
			plural(most));
	else
		add(t, " without a %s", r->counts);
	if (!every)
		add(t, ": %" PRIu64 " stand%s for all", n, n == 1 ? "s" : "");
	if (last > n)
		add(t, " and in %" PRIu64 " with more (not all)", last - n);
	if (r->before_round)
		add(t, ", %" PRIu64 " in all rounds", r->count.executions);
}

/* Of iterative deepening: one trace may have been executed by many jobs. */
static void by_jobs(struct text *t, const struct result *r)
{
	uint64_t all = r->count.executions - r->sampled;
	unsigned begun = 0;

	for (unsigned i = 0; i < r->account.jobs->jobs; i++)
		begun += r->account.jobs->job[i].executions > 0;
	add(t, "no bug in %" PRIu64 " execution%s of %u state space%s", all,
		plural(all), begun, plural(begun));
	if (r->sampled)
		add(t, " and %" PRIu64 " sampled one%s", r->sampled,
			plural(r->sampled));
}

static void partial(struct text *t, const struct result *r)
{
	uint64_t all = r->count.executions;
	uint64_t searched = all > r->sampled ? all - r->sampled : 0;

	if (r->exhausted && !r->sampled) {
		everything(t, r, " of this scope");
		return;
	}
	if (r->account.jobs && r->count.executions) {
		by_jobs(t, r);
		return;
	}
	if (r->counts && r->bounds.within) {
		within(t, r);
		return;
	}
	add(t, "no bug in ");
	if (searched) {
		uint64_t last = last_round(r);

		add(t, "%" PRIu64 " different %s%s%s (not all)", last, unit(r),
			plural(last), r->before_round ? ROUND : "");
		if (r->before_round)
			add(t, ", %" PRIu64 " in all rounds", searched);
	}
	if (searched && r->sampled)
		add(t, " and ");
	if (r->sampled)
		add(t, "%" PRIu64 " sampled %s%s", r->sampled,
			searched ? "one" : "execution", plural(r->sampled));
	if (!all)
		add(t, "0 executions: none came to its end");
}

/* The function that a stack overflow happened in: the message was written where
 * no symbols were at hand. */
static void overflowed_at(
	struct text *t, const struct channel *c, const struct channel_bug *bug)
{
	struct symbols *symbols = symbols_new(c);
	struct frame frame;

	if (symbols && bug->stack.frames &&
		symbols_frames(symbols, bug->stack.pc[0], &frame, 1) == 1 &&
		frame.function[0])
		add(t, " at %s()", frame.function);
	symbols_free(symbols);
}

/* The kind, unless the message says it already. */
static void title(
	struct text *t, const struct channel *c, const struct channel_bug *bug)
{
	const char *kind = bug_info[bug->kind].text;

	if (bug->kind != BUG_assertion ||
		strncmp(bug->message, "assertion", strlen("assertion")) != 0)
		add(t, "%s%s", kind, bug->message[0] ? ": " : "");
	add(t, "%s", bug->message);
	if (bug->kind == BUG_stack_overflow)
		overflowed_at(t, c, bug);
}

void result_title(const struct channel *c, const struct channel_bug *bug,
	char *out, size_t size)
{
	struct text t = {out, 0, size};

	out[0] = '\0';
	title(&t, c, bug);
}

void result_line(const struct result *r, char *out, size_t size)
{
	struct text t = {out, 0, size};
	const struct found *f = &r->found[0];

	out[0] = '\0';
	add(&t, "%s: ", verdict_name[r->verdict]);
	switch (r->verdict) {
	case VERDICT_ERROR:
		add(&t, "%s", r->error);
		return;
	case VERDICT_BUG:
		title(&t, f->in, f->bug);
		add(&t, " (execution %" PRIu64, f->number);
		if (r->bugs > 1)
			add(&t, "; %u distinct bugs", r->bugs);
		add(&t, ")");
		return;
	case VERDICT_VERIFIED:
		everything(&t, r, "");
		break;
	case VERDICT_PARTIAL:
		partial(&t, r);
		break;
	}
	add(&t, " (");
	scopes(&t, r);
	add(&t, ")");
}
