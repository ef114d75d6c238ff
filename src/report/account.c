/* SPDX-License-Identifier: MIT */
#include "report/account.h"

#include <inttypes.h>
#include <string.h>

#include "replay/symbols.h"
#include "report/result.h"
#include "report/sentence.h"

enum {
	NAMED = 3, /* racing accesses of a set that are named */
	PROVEN_SHOWN = 6,
	LEFT_SHOWN = 4,
	WORDS = 64 /* columns of a set */
};

static const char *name_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static void add_place(
	struct sentence *t, struct symbols *s, const struct point *p)
{
	struct frame f = {0};

	symbols_frames(s, p->pc, &f, 1);
	if (f.line)
		sentence_add(t, "%s:%u (%s)", name_of(f.path), f.line,
			point_access_name[p->access % POINT_ACCESSES]);
	else
		sentence_add(t, "0x%" PRIx64, p->pc);
}

static void add_racing(struct sentence *t, const struct account *a,
	const struct ppset *set, struct symbols *s)
{
	const char *comma = "";

	if (!s || set->points > NAMED) {
		sentence_add(t, "%u access%s that race%s", set->points,
			set->points == 1 ? "" : "es",
			set->points == 1 ? "s" : "");
		return;
	}
	for (unsigned n = ppset_next(set, 0); n < PPSET_POINTS;
		n = ppset_next(set, n + 1)) {
		sentence_add(t, "%s", comma);
		add_place(t, s, &a->point[n]);
		comma = ", ";
	}
}

void account_words(const struct account *a, const struct ppset *set,
	struct symbols *s, char *out, size_t size)
{
	struct sentence t = sentence_in(out, size);
	uint32_t always = 1u << CLASS_always;
	const char *comma = "";

	if (set->classes == a->jobs->classes) {
		sentence_add(&t, "all synchronisation");
		comma = ", ";
	} else {
		for (int i = 0; i < CLASS_COUNT; i++)
			if ((set->classes & ~always) >> i & 1) {
				sentence_add(
					&t, "%s%s", comma, op_class_name[i]);
				comma = ", ";
			}
	}
	if (set->points) {
		sentence_add(&t, "%s", comma);
		add_racing(&t, a, set, s);
	} else if (!comma[0]) {
		sentence_add(&t, "nothing else");
	}
}

const char *account_state(const struct job *j)
{
	if (j->bug)
		return "bug";
	return job_state_name[j->state];
}

/* The next one to be told, of those that are proven: the one with the most
 * executions below `last`'s, or behind it with as many.  JOBS_NONE: all were.
 */
static int next_proven(const struct jobs *jobs, int last)
{
	int best = JOBS_NONE;

	for (int i = 0; i < (int)jobs->jobs; i++) {
		uint64_t n = jobs->job[i].executions;

		if (!jobs_proven(jobs, (unsigned)i))
			continue;
		if (last != JOBS_NONE &&
			(n > jobs->job[last].executions ||
				(n == jobs->job[last].executions && i <= last)))
			continue;
		if (best == JOBS_NONE || n > jobs->job[best].executions)
			best = i;
	}
	return best;
}

/* Largest first: they are worth most. */
static void print_proven(const struct account *a, struct symbols *s,
	const char *provided, FILE *out)
{
	const struct jobs *jobs = a->jobs;
	unsigned proven = 0, shown = 0;
	char words[512];

	for (unsigned i = 0; i < jobs->jobs; i++)
		proven += jobs_proven(jobs, i);
	if (!proven)
		return;
	fprintf(out,
		"  proven: no bug, if %sthreads are switched only where one "
		"cannot go on by itself",
		provided);
	for (int i = next_proven(jobs, JOBS_NONE); i != JOBS_NONE;
		i = next_proven(jobs, i)) {
		const struct job *j = &jobs->job[i];
		bool bare = ppset_size(&j->set) == 1; /* that alone */

		fprintf(out, "%s", shown || bare ? "" : ", and right before");
		if (shown++ == PROVEN_SHOWN) {
			fprintf(out, "\n    ... and %u more; --json has them",
				proven - PROVEN_SHOWN);
			break;
		}
		account_words(a, &j->set, s, words, sizeof words);
		fprintf(out, "%s%s (%" PRIu64 " execution%s)",
			bare ? "" : "\n    ", bare ? "" : words, j->executions,
			sentence_s(j->executions));
	}
	fprintf(out, "\n");
}

/* (A thread that waits for another, or has ended, is not preempted.) */
static void print_bounds(const struct search_bounds *b, FILE *out)
{
	if (!b->done || b->failed)
		return;
	if (b->done == 1)
		fprintf(out,
			"  proven: no bug, if no thread is preempted, nor "
			"left where it sleeps, yields or waits with a time "
			"limit");
	else
		fprintf(out,
			"  proven: no bug with at most %" PRIu32
			" preemption%s, where leaving a thread that sleeps, "
			"yields or waits with a time limit is one",
			b->done - 1, sentence_s(b->done - 1));
	fprintf(out, " (%" PRIu64 " execution%s)\n", b->within,
		sentence_s(b->within));
}

static bool is_left(const struct job *j)
{
	return j->state != JOB_FINISHED && j->state != JOB_SETTLED;
}

/* How many of how many. */
static void print_sized(const struct account *a, const struct job *j, FILE *out)
{
	char all[32], made[32];

	sentence_amount(all, sizeof all, a->size.traces);
	sentence_amount(made, sizeof made, (double)j->executions);
	fprintf(out,
		"%s of about %s executions, an estimate from %" PRIu64
		" random ones)\n",
		made, all, a->size.walks);
}

static void print_left_one(const struct account *a, const struct job *j,
	struct symbols *s, FILE *out)
{
	char words[512];

	account_words(a, &j->set, s, words, sizeof words);
	fprintf(out, "    %s (%s", words,
		j->kind == JOB_MAXIMAL ? "this is the whole space: " : "");
	if (j->state == JOB_PENDING && !j->executions)
		fprintf(out, "not begun)\n");
	else if (j->state == JOB_GIVEN_UP)
		fprintf(out, "given up after %" PRIu64 " executions)\n",
			j->executions);
	else if (j->state == JOB_ENDED)
		fprintf(out, "%" PRIu64 " execution%s, not all)\n",
			j->executions, sentence_s(j->executions));
	else if (j->sized)
		print_sized(a, j, out);
	else if (j->eta >= 0 && j->fraction >= 0.0001)
		fprintf(out, "%s %.*f %% done)\n",
			j->fraction < JOBS_YOUNG ? "roughly" : "about",
			j->fraction < 0.01  ? 2
			: j->fraction < 0.1 ? 1
					    : 0,
			100 * j->fraction);
	else
		fprintf(out, "hardly begun)\n");
}

/* The maximal one first: it is what `verified` asks for. */
static void print_left(const struct account *a, struct symbols *s, FILE *out)
{
	const struct jobs *jobs = a->jobs;
	unsigned left = 0, shown = 0;

	for (unsigned i = 0; i < jobs->jobs; i++)
		left += is_left(&jobs->job[i]);
	if (!left)
		return;
	fprintf(out, "  not finished: searches that switch threads where one "
		     "cannot go on by itself, and right before\n");
	for (unsigned i = 0; i < jobs->jobs; i++) {
		const struct job *j = &jobs->job[i];

		if (!is_left(j))
			continue;
		if (shown++ == LEFT_SHOWN) {
			fprintf(out, "    ... and %u more\n",
				left - LEFT_SHOWN);
			break;
		}
		print_left_one(a, j, s, out);
	}
	if (jobs->lost)
		fprintf(out, "    ... and %u that had no room in the table\n",
			jobs->lost);
}

/* What a failure takes: sets with one, of which no smaller one has one. */
static bool is_least(const struct jobs *jobs, unsigned job)
{
	const struct job *j = &jobs->job[job];

	if (!j->bug)
		return false;
	for (unsigned i = 0; i < jobs->jobs; i++)
		if (jobs->job[i].bug &&
			ppset_smaller(&jobs->job[i].set, &j->set))
			return false;
	return true;
}

static void print_failing(const struct account *a, struct symbols *s, FILE *out)
{
	const struct jobs *jobs = a->jobs;
	unsigned shown = 0;
	char words[512];

	for (unsigned i = 0; i < jobs->jobs && shown < LEFT_SHOWN; i++) {
		if (!is_least(jobs, i))
			continue;
		account_words(a, &jobs->job[i].set, s, words, sizeof words);
		fprintf(out, "%s    %s\n",
			shown++ ? ""
				: "  enough for the bug: threads switched "
				  "where one cannot go on by itself, and right "
				  "before\n",
			words);
	}
}

void account_print(const struct result *r, const struct channel *c, FILE *out)
{
	const struct account *a = &r->account;
	struct symbols *s;

	if (!a->jobs || r->verdict == VERDICT_VERIFIED)
		return;
	s = c ? symbols_new(c) : NULL;
	print_failing(a, s, out);
	print_proven(a, s,
		r->caveats[CAVEAT_binary]
			? "all that threads share is under locks and "
			: "",
		out);
	print_bounds(&a->bounds, out);
	print_left(a, s, out);
	if (a->starved)
		fprintf(out,
			"  %u search%s given up: less than a tenth of the "
			"machine's memory was left\n",
			a->starved, a->starved == 1 ? " was" : "es were");
	if (s)
		symbols_free(s);
}
