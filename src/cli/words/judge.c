/* SPDX-License-Identifier: MIT */
/* judge.c - which options of `check` have a meaning, and which together
 *
 * A value that is not built, or a combination without meaning, fails with
 * ERR_USAGE and says what there is.
 */
#include <stdio.h>
#include <string.h>

#include "channel/channel.h"
#include "channel/failure.h"
#include "cli/words/cli.h"
#include "cli/words/options.h"
#include "cli/words/settings.h"
#include "search/model.h"
#include "search/strategy.h"

enum {
	BOUND_MAX = 60000,
	MEMORY_LEAST = 16,
	CI_BUDGET_MS = 300000 /* what nothing else would end */
};

/* With commas: the names of strategies a user may choose, or those of the
 * reductions of one. */
static void names(char *out, size_t size, const char *reductions_of)
{
	size_t used = 0;

	out[0] = '\0';
	for (unsigned i = 0; strategy_at(i); i++) {
		const struct strategy *s = strategy_at(i);
		const char *name = s->name;

		if (s->cache)
			continue;
		if (reductions_of) {
			if (strcmp(name, reductions_of) != 0)
				continue;
			name = s->reduce ? s->reduce : "none";
		} else if (s->reduce || s->given) {
			continue;
		}
		used += (size_t)snprintf(out + used, size - used, "%s%s",
			used ? ", " : "", name);
		if (used >= size)
			return;
	}
}

static int judge_reduction(const struct options *o, struct err *err)
{
	char list[256];

	if (strcmp(o->reduce, "none") == 0)
		return OK;
	if (o->bpor)
		return OK;
	if (strcmp(o->strategy, "dfs") != 0)
		return fail(err, ERR_USAGE,
			"'--reduce' belongs to '--strategy dfs', not '%s'" SC(
				407),
			o->strategy);
	if (o->audit && strcmp(o->reduce, "lazy") == 0)
		return fail(err, ERR_USAGE,
			"'--audit' compares with all traces, of which "
			"'--reduce lazy' leaves some out; use optimal" SC(408));
	if (strategy_find("dfs", o->reduce, NULL) >= 0)
		return OK;
	names(list, sizeof list, "dfs");
	return fail(err, ERR_USAGE, "no reduction '%s'; there is: %s" SC(409),
		o->reduce, list);
}

static int judge_cache(const struct options *o, struct err *err)
{
	if (strcmp(o->cache, "none") == 0) {
		if (o->given.cache_max)
			return fail(err, ERR_USAGE,
				"'--cache-max' belongs to '--cache'" SC(407));
		return OK;
	}
	if (strategy_find("dfs", NULL, o->cache) < 0)
		return fail(err, ERR_USAGE,
			"no cache '%s'; there is: none, hbr, lazy-hbr" SC(409),
			o->cache);
	if (strcmp(o->reduce, "none") != 0)
		return fail(err, ERR_USAGE,
			"'--cache' and '--reduce' exclude each other: what a "
			"cache leaves out would miss from the races of a "
			"reduction" SC(408));
	if (strategy_find(o->strategy, NULL, o->cache) < 0)
		return fail(err, ERR_USAGE,
			"'--cache' belongs to strategies dfs, ipb and idb, not "
			"'%s'" SC(407),
			o->strategy);
	if (o->audit && strcmp(o->cache, "hbr") != 0)
		return fail(err, ERR_USAGE,
			"'--audit' compares with all traces, of which '--cache "
			"%s' leaves some out; use hbr" SC(408),
			o->cache);
	return OK;
}

static int no_failure(const char *word, unsigned n, struct err *err)
{
	char there[200] = "";

	for (int i = 0; i < FAILURES; i++)
		snprintf(there + strlen(there), sizeof there - strlen(there),
			"%s, ", failure_info[i].name);
	return fail(err, ERR_USAGE,
		"no call '%.*s' that '--fail' can make fail; there is: "
		"%sall" SC(409),
		(int)n, word, there);
}

static int judge_failures(struct options *o, struct err *err)
{
	const char *bad;
	unsigned n;

	if (o->fail) {
		o->failing = failures_of(o->fail, &bad, &n);
		if (!o->failing)
			return no_failure(bad, n, err);
	}
	if ((o->given.failures || o->fail_in) && !o->fail)
		return fail(err, ERR_USAGE,
			"'--%s' belongs to '--fail'" SC(407),
			o->fail_in ? "fail-in" : "failures");
	if (o->failures < 1 || o->failures > FAILURES_MOST)
		return fail(err, ERR_USAGE,
			"'--failures' is from 1 to %d" SC(410), FAILURES_MOST);
	return OK;
}

static int judge_strategy(struct options *o, struct err *err)
{
	char list[256];
	int row;
	bool own = !o->points || strcmp(o->points, "study") != 0;
	bool named = o->strategy && strcmp(o->strategy, "deepen") == 0;

	if (o->hunt && (o->strategy || o->exhaustive))
		return fail(err, ERR_USAGE,
			"'--hunt' and '--%s%s' exclude each other: it is "
			"'--strategy portfolio'" SC(408),
			o->exhaustive ? "exhaustive" : "strategy ",
			o->exhaustive ? "" : o->strategy);
	if (o->hunt)
		o->strategy = "portfolio";

	o->turns = !o->strategy && !o->exhaustive && !o->audit &&
		   (!o->reduce || strcmp(o->reduce, "none") == 0) &&
		   strcmp(o->cache, "none") == 0;
	o->deepens = named || (o->turns && own);
	o->turns = o->turns && !own;
	if (o->maximal && !o->deepens)
		return fail(err, ERR_USAGE,
			"'--maximal' belongs to '--strategy deepen'" SC(407));
	if (o->no_memory && !o->deepens)
		return fail(err, ERR_USAGE,
			"'--no-memory' belongs to '--strategy deepen'" SC(407));
	if (!o->strategy || named)
		o->strategy = "dfs";
	if (o->bpor && strcmp(o->strategy, "ipb") != 0)
		return fail(err, ERR_USAGE,
			"'--bpor' belongs to '--strategy ipb', not '%s'" SC(
				407),
			o->strategy);
	if (o->bpor && o->reduce)
		return fail(err, ERR_USAGE,
			"'--bpor' and '--reduce' exclude each other" SC(408));
	if (o->bpor)
		o->reduce = "bpor";
	if (!o->reduce)
		o->reduce = (o->exhaustive || o->deepens) &&
					    strcmp(o->strategy, "dfs") == 0 &&
					    strcmp(o->cache, "none") == 0
				    ? "optimal"
				    : "none";
	if (strcmp(o->strategy, "replay") == 0)
		return fail(err, ERR_USAGE,
			"'--strategy replay' needs a bug; use 'scarp "
			"replay'" SC(407));
	if (strcmp(o->strategy, "shrink") == 0 ||
		strcmp(o->strategy, "nearest") == 0)
		return fail(err, ERR_USAGE,
			"'--strategy %s' needs a bug; '--shrink TIME' says "
			"how long the schedule of each is made simpler" SC(407),
			o->strategy);
	row = strategy_find(o->strategy, NULL, NULL);
	if (row < 0) {
		names(list, sizeof list, NULL);
		return fail(err, ERR_USAGE,
			"no strategy '%s'; there is: deepen, %s" SC(409),
			o->strategy, list);
	}
	o->sampler = !o->turns && !strategy_at((unsigned)row)->exhausts;
	if (o->exhaustive && o->sampler)
		return fail(err, ERR_USAGE,
			"'--exhaustive' and '--strategy %s' exclude each "
			"other: a "
			"sampler exhausts nothing; use dfs" SC(408),
			o->strategy);
	if (o->audit && o->sampler)
		return fail(err, ERR_USAGE,
			"'--audit' compares with a search that comes to an "
			"end, "
			"'--strategy %s' has none; use dfs" SC(408),
			o->strategy);
	if (!strategy_at((unsigned)row)->counts &&
		(o->given.bound || o->finish_bound))
		return fail(err, ERR_USAGE,
			"'--%s' belongs to '--strategy ipb' (preemptions) and "
			"'--strategy idb' (delays)" SC(407),
			o->given.bound ? "bound" : "finish-bound");
	if (o->bound > BOUND_MAX)
		return fail(err, ERR_USAGE, "'--bound' is from 0 to %d" SC(410),
			BOUND_MAX);
	if (o->given.bound && o->exhaustive)
		return fail(err, ERR_USAGE,
			"'--exhaustive' means every schedule; leave out "
			"'--bound'" SC(408));
	if (o->finish_bound && o->stop_after == 0)
		return fail(err, ERR_USAGE,
			"'--finish-bound' ends a search that has found a bug, "
			"which '--stop-after 0' never does" SC(408));
	if (o->given.pct_depth && strcmp(o->strategy, "pct") != 0 &&
		strcmp(o->strategy, "pct-modified") != 0)
		return fail(err, ERR_USAGE,
			"'--pct-depth' belongs to '--strategy pct', or "
			"'pct-modified'" SC(407));
	if (o->given.spurious_max && !o->spurious)
		return fail(err, ERR_USAGE,
			"'--spurious-max' belongs to '--spurious'" SC(407));
	if (o->spurious_max < 1 || o->spurious_max > 1000)
		return fail(err, ERR_USAGE,
			"'--spurious-max' is from 1 to 1000" SC(410));
	if (judge_failures(o, err))
		return err->code;
	if (o->pct_depth < 1 || o->pct_depth > 64)
		return fail(err, ERR_USAGE,
			"'--pct-depth' is from 1 to 64" SC(410));
	return OK;
}

/* An option that leaves points out; NULL: there is none. */
static const char *leaves_out(const struct options *o)
{
	return o->within    ? "within"
	       : o->without ? "without"
	       : o->trust   ? "trust"
	       : o->ignore  ? "ignore"
			    : NULL;
}

static int judge_study(struct options *o, struct err *err)
{
	const char *other = o->audit			     ? "audit"
			    : o->bpor			     ? "bpor"
			    : strcmp(o->reduce, "none") != 0 ? "reduce"
			    : strcmp(o->cache, "none") != 0  ? "cache"
							     : NULL;

	o->profile = o->racing ? PROFILE_LISTED : PROFILE_STUDY;
	if (o->fail)
		return fail(err, ERR_USAGE,
			"'--points=study' and '--fail' exclude each other: by "
			"its rules no call fails" SC(408));
	if (other)
		return fail(err, ERR_USAGE,
			"'--points=study' and '--%s' exclude each other: its "
			"rules are about executions without reduction" SC(408),
			other);
	if (leaves_out(o))
		return fail(err, ERR_USAGE,
			"'--points=study' and '--%s' exclude each other: its "
			"rules say where points stand" SC(408),
			leaves_out(o));
	return OK;
}

static int judge_points(struct options *o, struct err *err)
{
	const char *at = o->points;

	o->points_classes = CLASSES_SYNC;
	o->points_racing = POINTS_RACING;
	if (o->racing && !(at && strcmp(at, "study") == 0))
		return fail(err, ERR_USAGE,
			"'--racing' belongs to '--points=study'" SC(407));
	if (o->exhaustive && leaves_out(o))
		return fail(err, ERR_USAGE,
			"'--exhaustive' means every decision point; leave out "
			"'--%s', or say '--reduce optimal', which goes to the "
			"end as well" SC(408),
			leaves_out(o));
	if (!at)
		return OK;
	if (strcmp(at, "everywhere") == 0) {
		o->points_racing = POINTS_EVERYWHERE;
		return OK;
	}
	if (o->exhaustive)
		return fail(err, ERR_USAGE,
			"'--exhaustive' means every decision point; leave out "
			"'--points'" SC(408));
	if (strcmp(at, "study") == 0)
		return judge_study(o, err);
	o->points_classes = 1u << CLASS_always;
	o->points_racing = POINTS_NOT_RACING;
	while (*at) {
		unsigned n = (unsigned)strcspn(at, ",");
		int class = op_class_find(at, n);

		if (n == 4 && memcmp(at, "sync", n) == 0)
			o->points_classes |= CLASSES_SYNC;
		else if (n == 6 && memcmp(at, "racing", n) == 0)
			o->points_racing = POINTS_RACING;
		else if (class == CLASS_data)
			o->points_racing = POINTS_RACING;
		else if (class >= 0)
			o->points_classes |= 1u << class;
		else
			return fail(err, ERR_USAGE,
				"no class of decision points '%.*s'; 'scarp "
				"help "
				"points' lists those there are" SC(409),
				(int)n, at);
		at += n + (at[n] == ',');
	}
	return OK;
}

static bool all_models(const struct options *o)
{
	return strcmp(o->model, "all") == 0;
}

static int no_model(const char *name, struct err *err)
{
	char there[100] = "";

	for (int i = 0; i < MODEL_COUNT; i++)
		snprintf(there + strlen(there), sizeof there - strlen(there),
			"%s%s", i ? ", " : "", model_info[i].name);
	return fail(err, ERR_USAGE,
		"no memory model '%s'; there is: %s, all" SC(409), name, there);
}

/* enum loop_turns; -1: there is no such name. */
static int turns_of(const char *name)
{
	static const char *const names[] = {[TURNS_KEPT] = "all",
		[TURNS_ERASED] = "erased",
		[TURNS_UNCOUNTED] = "", /* no name: a round's */
		[TURNS_AUTO] = "auto"};

	for (int i = 0; i <= TURNS_AUTO; i++)
		if (*name && strcmp(name, names[i]) == 0)
			return i;
	return -1;
}

static int judge_names(const struct options *o, struct err *err)
{
	if (judge_reduction(o, err) || judge_cache(o, err))
		return err->code;
	if (strcmp(o->refine, "all") != 0 && strcmp(o->refine, "none") != 0)
		return fail(err, ERR_USAGE,
			"no '--refine %s'; there is: all, none" SC(409),
			o->refine);
	if (turns_of(o->loop_turns) < 0)
		return fail(err, ERR_USAGE,
			"no '--turns %s'; there is: auto, erased, all" SC(409),
			o->loop_turns);
	if (!all_models(o) && model_find(o->model) < 0)
		return no_model(o->model, err);
	if (o->require && !options_want_proof(o) &&
		strcmp(o->require, "no-bug") != 0)
		return fail(err, ERR_USAGE,
			"'--require' wants 'verified' or 'no-bug', not '%s'" SC(
				409),
			o->require);
	if (o->races && strcmp(o->races, "report") != 0 &&
		strcmp(o->races, "error") != 0)
		return fail(err, ERR_USAGE,
			"no '--races %s'; there is: report, error" SC(409),
			o->races);
	if (o->heap && strcmp(o->heap, "fresh") != 0 &&
		strcmp(o->heap, "reuse") != 0)
		return fail(err, ERR_USAGE,
			"no '--heap %s'; there is: fresh, reuse" SC(409),
			o->heap);
	if (o->history && strcmp(o->history, "judged") != 0 &&
		strcmp(o->history, "executed") != 0)
		return fail(err, ERR_USAGE,
			"no '--history %s'; there is: judged, executed" SC(409),
			o->history);
	if (o->spec && strcmp(o->spec, "own") != 0)
		return fail(err, ERR_USAGE,
			"no '--spec %s' of a test: it says by "
			"scarp_specification what an object is; there is: "
			"own" SC(409),
			o->spec);
	if (o->happens_before && strcmp(o->happens_before, "pure") != 0 &&
		strcmp(o->happens_before, "limited") != 0)
		return fail(err, ERR_USAGE,
			"no '--happens-before %s'; there is: pure, limited" SC(
				409),
			o->happens_before);
	if (o->mode && strcmp(o->mode, "auto") != 0) {
		int i = 0;

		while (i < MODE_COUNT && strcmp(rewind_mode_name[i], o->mode))
			i++;
		if (i == MODE_COUNT)
			return fail(err, ERR_USAGE,
				"no mode '%s'; there is: auto, checkpoint, "
				"restart, fork" SC(409),
				o->mode);
	}
	return OK;
}

/* Can several processes explore this space? */
static int judge_sharing(const struct options *o, struct err *err)
{
	int row = strategy_find(o->strategy, o->reduce, o->cache);
	unsigned jobs = (unsigned)o->jobs;

	if (o->audit)
		return fail(err, ERR_USAGE,
			"'-j %u' and '--audit' exclude each other: what was "
			"visited is one table; leave out '-j'" SC(408),
			jobs);
	if (strcmp(o->cache, "none") != 0)
		return fail(err, ERR_USAGE,
			"'-j %u' and '--cache' exclude each other: a cache is "
			"of one process; leave out '-j', or use '--reduce'" SC(
				408),
			jobs);
	if (strategy_at((unsigned)row)->counts)
		return fail(err, ERR_USAGE,
			"'-j %u' and '--strategy %s' exclude each other: one "
			"bound is explored after the other; leave out '-j', "
			"or use '--strategy dfs'" SC(408),
			jobs, o->strategy);
	if (strategy_at((unsigned)row)->split)
		return OK;
	return fail(err, ERR_USAGE,
		"'-j %u' and '--reduce %s' exclude each other: its search has "
		"no parts; leave out '-j', or use '--reduce optimal'" SC(408),
		jobs, o->reduce);
}

static int judge(struct options *o, struct err *err)
{
	if (judge_strategy(o, err) || judge_points(o, err) ||
		judge_names(o, err) || judge_binary(o, err))
		return err->code;
	o->races_are_bugs = o->races && strcmp(o->races, "error") == 0;
	o->models = all_models(o);
	o->model_used =
		o->models ? MODEL_COUNT - 1 : (uint32_t)model_find(o->model);
	o->turns_used = (uint32_t)turns_of(o->loop_turns);
	if (judge_model(o, err) || judge_progress(o, err))
		return err->code;
	o->heap_use = o->heap && strcmp(o->heap, "reuse") == 0 ? HEAP_REUSE
							       : HEAP_FRESH;
	o->order =
		o->happens_before && strcmp(o->happens_before, "limited") == 0
			? HAPPENS_BEFORE_LIMITED
			: HAPPENS_BEFORE_PURE;
	if (o->order == HAPPENS_BEFORE_LIMITED && o->races_are_bugs)
		return fail(err, ERR_USAGE,
			"'--races error' and '--happens-before limited' "
			"exclude each other: what races by that order need "
			"not race; leave out one of them" SC(408));
	if (o->jobs < 1 || o->jobs > 256)
		return fail(err, ERR_USAGE, "'-j' is from 1 to 256" SC(410));
	if (o->jobs > 1 && !o->deepens && !o->turns && !o->sampler &&
		judge_sharing(o, err))
		return err->code;
	if (o->max_steps < 1 || o->max_steps >= STEPS_MAX)
		return fail(err, ERR_USAGE,
			"'--max-steps' is from 1 to %d" SC(410), STEPS_MAX - 1);
	if (o->expect_exit > 255)
		return fail(err, ERR_USAGE,
			"'--expect-exit' is from 0 to 255" SC(410));
	if (o->ci && !o->given.budget && !o->given.max_executions &&
		!o->deepens && !o->turns && !o->sampler) {
		o->budget = CI_BUDGET_MS;
		o->given.budget = true;
		o->origin.budget = "--ci";
	}
	if (o->same_output && o->expect_output)
		return fail(err, ERR_USAGE,
			"'--same-output' and '--expect-output' exclude each "
			"other: the first execution says what is printed, or "
			"the file does" SC(408));
	if (o->same_file && o->expect_output)
		return fail(err, ERR_USAGE,
			"'--same-file' and '--expect-output' exclude each "
			"other: with '--same-output' the first execution says "
			"what is printed, too" SC(408));
	if (o->same_file >= EXPECTED_PARTS)
		return fail(err, ERR_USAGE,
			"'--same-file' may be given %d times at most" SC(410),
			EXPECTED_PARTS - 1);
	if (o->any_order && !o->same_output && !o->expect_output &&
		!o->same_file)
		return fail(err, ERR_USAGE,
			"'--any-order' belongs to '--same-output', "
			"'--same-file' or '--expect-output'" SC(407));
	if (o->given.max_executions && o->max_executions == 0)
		return fail(err, ERR_USAGE,
			"'--max-executions' is at least 1" SC(410));
	if (o->given.memory && o->memory < MEMORY_LEAST)
		return fail(err, ERR_USAGE,
			"'--memory' is at least %d (MiB)" SC(410),
			MEMORY_LEAST);
	if (o->given.budget && o->budget == 0)
		return fail(
			err, ERR_USAGE, "'--budget' is more than 0" SC(410));
	if (o->audit && o->heap && strcmp(o->heap, "reuse") == 0)
		return fail(err, ERR_USAGE,
			"'--audit' and '--heap reuse' exclude each other: "
			"which "
			"memory is handed out again is not compared" SC(408));
	if (o->given.audit_executions && !o->audit)
		return fail(err, ERR_USAGE,
			"'--audit-executions' belongs to '--audit'" SC(407));
	if (o->audit &&
		(o->audit_executions < 1 || o->audit_executions > UINT32_MAX))
		return fail(err, ERR_USAGE,
			"'--audit-executions' is from 1 to %u" SC(410),
			UINT32_MAX);
	if (o->json && o->events && strcmp(o->json, "-") == 0 &&
		strcmp(o->events, "-") == 0)
		return fail(err, ERR_USAGE,
			"'--json -' and '--events -' both want standard "
			"output; "
			"write one of them to a file" SC(408));
	if (o->given.partial_exit && o->require)
		return fail(err, ERR_USAGE,
			"'--partial-exit' and '--require' exclude each other: "
			"both say what becomes of 'partial'" SC(408));
	if (o->given.partial_exit && o->partial_exit != EXIT_GOOD &&
		o->partial_exit != EXIT_UNPROVEN &&
		o->partial_exit != EXIT_UNSUPPORTED)
		return fail(err, ERR_USAGE,
			"'--partial-exit' is %d, %d or %d" SC(410), EXIT_GOOD,
			EXIT_UNPROVEN, EXIT_UNSUPPORTED);
	if (o->hang_after == 0)
		return fail(err, ERR_USAGE,
			"'--hang-after' is more than 0" SC(410));
	return OK;
}

int options_judge(struct options *o, struct err *err)
{
	if (judge(o, err))
		settings_blame(o, err);
	return err->code;
}
