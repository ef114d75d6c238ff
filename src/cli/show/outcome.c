/* SPDX-License-Identifier: MIT */
/* outcome.c - what a finished check or replay says */
#include "cli/show/outcome.h"
#include "cli/show/outlook.h"
#include "cli/plan/reruns.h"
#include "cli/processes/process.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "replay/new_file.h"
#include "report/audit.h"
#include "report/account.h"
#include "report/colour.h"
#include "report/covered.h"
#include "report/sentence.h"
#include "report/fruitless.h"
#include "report/json.h"
#include "report/messages.h"
#include "report/others.h"
#include "report/suppress.h"
#include "report/text.h"

enum {
	LINE_LONGEST = 160 /* more is not read as one sentence */
};

/* Of these it matters whether they were the exception or the rule. */
static bool counts_executions(enum caveat which)
{
	return which == CAVEAT_step_limit || which == CAVEAT_hook_limit ||
	       which == CAVEAT_heap_used_up;
}

static void print_caveat(const struct result *r, enum caveat which, FILE *out)
{
	bool tells = result_detail_tells(r, which);
	const char *detail = tells ? r->caveat_detail[which] : "";
	char count[64] = "", more[256] = "";

	if (counts_executions(which) && r->caveats[which] > 1)
		snprintf(count, sizeof count, "%s%" PRIu64 " times",
			detail[0] ? "; " : "", r->caveats[which]);
	if (detail[0] || count[0])
		snprintf(more, sizeof more, " (%s%s)", detail, count);
	fprintf(out, "  %s: %s%s [SC%u]\n",
		caveat_info[which].kind == CAVEAT_KIND_HOLE ? "not proven"
							    : "scope",
		caveat_info[which].sentence, more,
		message_of_caveat(which)->number);
}

/* Where few walks count for most of it the average is too low, mostly, and so
 * is its deviation. */
#define SPREAD_MOST 10

/* Of random walks that were asked for. */
static void print_size(
	const struct options *options, const struct result *r, FILE *out)
{
	char traces[32];

	if (!r->size.walks || options->quiet || r->account.jobs)
		return;
	sentence_amount(traces, sizeof traces, r->size.traces);
	fprintf(out,
		"  in all there are about %s different executions (traces), as "
		"%" PRIu64 " random ones suggest",
		traces, r->size.walks);
	fprintf(out, "%s\n",
		r->size.spread <= SPREAD_MOST
			? ", and more if there is a part that few schedules "
			  "come to"
			: "; they say very different things, so it may be many "
			  "more");
}

/* How much that was of how much. */
static void print_estimate(
	const struct options *options, const struct result *r, FILE *out)
{
	struct outlook o = {true, r->estimate.fraction, r->estimate.executions,
		(r->estimate.cost - r->estimate.spent) / 1e9,
		strcmp(r->reduction, "none") != 0 &&
			outlook_young(r->estimate.fraction)};
	char size[64], left[32];

	if (!r->estimated || r->exhausted || options->quiet ||
		r->estimate.fraction == 1)
		return;
	outlook_size(&o, false, size, sizeof size);
	outlook_left(o.seconds, o.young, false, left, sizeof left);
	fprintf(out,
		"  the search explored %s%s executions; for the rest it "
		"would take %s more\n",
		o.young ? "" : "about ", size, left);
}

/* How full it was, and what it was good for. */
static void print_cache(
	const struct options *o, const struct result *r, FILE *out)
{
	const struct search_cache *c = &r->cache;

	if (!c->most || o->quiet)
		return;
	fprintf(out,
		"  cache: %" PRIu64 " executions stopped, %" PRIu64
		" of %" PRIu64 " places taken",
		c->stopped, c->kept, c->most);
	if (c->given_up)
		fprintf(out,
			", %" PRIu64
			" beginnings given up: what is behind them was "
			"explored again",
			c->given_up);
	fprintf(out, "\n");
}

/* Scopes are named in the sentence of a verdict, if it is not `brief`; that of
 * a bug has none. */
static void print_caveats(
	const struct options *o, const struct result *r, bool brief, FILE *out)
{
	for (int i = 0; i < CAVEAT_COUNT; i++) {
		bool hole = caveat_info[i].kind == CAVEAT_KIND_HOLE;

		if (!r->caveats[i])
			continue;
		if (!hole && !brief &&
			(o->quiet || r->verdict != VERDICT_BUG ||
				!r->caveat_detail[i][0]))
			continue;
		if (brief && i == CAVEAT_fenced)
			continue; /* in the sentence */
		print_caveat(r, (enum caveat)i, out);
	}
}

/* By which line; and which are good for nothing. */
static void print_suppressed(
	const struct options *o, const struct result *r, FILE *out)
{
	if (!o->quiet)
		suppressions_print(r, out);
}

/* Why there was more than one; said where the last one is what counts. */
static void print_rounds(
	const struct options *o, const struct result *r, FILE *out)
{
	static const struct {
		uint32_t bit;
		const char *showed;
	} text[] = {
		{COARSE_OPERATIONS,
			"data that threads touch between two calls may decide "
			"what comes out"},
		{COARSE_ADDITIONS,
			"the order of atomic additions may decide what comes "
			"out"},
		{COARSE_TURNS, "what comes out may depend on how often a "
			       "waiting loop goes round"},
		{COARSE_COUNTS, "a loop that may be waiting counts its rounds"},
		{COARSE_SIGNALS, "what comes out may depend on where a thread "
				 "is when a signal comes"},
		{COARSE_AWAITED, "what comes out may depend on whether a "
				 "thread waits for a signal already"},
		{COARSE_CLOCKS,
			"a loop that sleeps, or waits with a time limit, "
			"may go round for ever"},
		{COARSE_UNANNOUNCED,
			"accesses are made that are not announced, so each "
			"turn of a loop may matter"},
		{COARSE_HISTORIES,
			"in which orders operations can be called and return "
			"is not to be found out from one execution, so each "
			"order is executed"},
	};
	const char *semicolon = "";

	if (!r->before_round || r->rounds < 2 || o->quiet ||
		(r->account.jobs && !r->exhausted) ||
		(!r->points && !r->exits && !r->coarse && !r->loops))
		return;
	fprintf(out,
		"  searched %" PRIu32 " times from the beginning, since it "
		"showed on the way: ",
		r->rounds);
	if (r->points) {
		fprintf(out,
			"%" PRIu32 " access%s without a lock, before which "
			"threads are switched as well",
			r->points, r->points == 1 ? "" : "es");
		semicolon = "; ";
	}
	if (r->exits) {
		fprintf(out,
			"%swhat comes out may depend on when a thread ends",
			semicolon);
		semicolon = "; ";
	}
	if (r->loops) {
		fprintf(out,
			"%sother threads read what a waiting loop writes in "
			"each round",
			semicolon);
		semicolon = "; ";
	}
	for (unsigned i = 0; i < sizeof text / sizeof *text; i++)
		if (r->coarse & text[i].bit) {
			fprintf(out, "%s%s", semicolon, text[i].showed);
			semicolon = "; ";
		}
	fprintf(out, "\n");
}

/* Hardly what was meant to be checked. */
static void print_alone(
	const struct options *o, const struct result *r, FILE *out)
{
	if (r->threads_most != 1 || o->quiet)
		return;
	if (r->verdict == VERDICT_BUG)
		fprintf(out,
			"  It fails before it starts a second thread. Does "
			"it need arguments (they stand behind its name) "
			"or input (--stdin FILE)?\n");
	else
		fprintf(out, "  the test never started a second thread: what "
			     "threads do to each other was not tested\n");
}

/* Behind a bug: what else was looked at.  True: the search went on behind it.
 */
static bool print_explored(
	const struct options *o, const struct result *r, FILE *out)
{
	char text[300];

	if (r->verdict != VERDICT_BUG || !r->account.jobs)
		return false;
	if (o->stop_after && r->bugs >= o->stop_after) {
		if (o->quiet)
			return false;
		fprintf(out,
			"  the search ended at %s (--stop-after 0: go on); ",
			r->bugs == 1 ? "this bug" : "these bugs");
		others_told(r, out);
		fprintf(out, "\n");
		return false;
	}
	result_explored(r, text, sizeof text);
	fprintf(out, "  explored: %s\n", text);
	return !r->exhausted;
}

/* Of bugs whose schedule might have become simpler, and why it did not. */
static void print_as_found(
	const struct options *o, const struct result *r, FILE *out)
{
	for (unsigned i = 0; i < r->bugs && !o->quiet; i++) {
		const struct found *f = &r->found[i];

		if (f->why_as_found[0])
			fprintf(out,
				"  a simpler schedule was not looked for to "
				"the end: %s; the report has the simplest one "
				"that was known by then\n",
				f->why_as_found);
	}
}

/* What a failure that does not come again may go by. */
static void print_outside(const struct result *r, FILE *out)
{
	static const enum caveat from_outside[] = {CAVEAT_file_writes,
		CAVEAT_real_time, CAVEAT_real_calls, CAVEAT_assumed_random,
		CAVEAT_unknown_calls, CAVEAT_unseen_calls,
		CAVEAT_uninstrumented};
	unsigned n = 0;

	fprintf(out, "  the test is not the same each time that it runs; ");
	for (size_t i = 0; i < sizeof from_outside / sizeof *from_outside; i++)
		if (r->caveats[from_outside[i]] && n < 3)
			fprintf(out, "%s%s", n++ ? ", " : "it may go by: ",
				r->caveat_detail[from_outside[i]]);
	fprintf(out, "%s\n",
		n ? ""
		  : "scarp saw nothing that it reads from outside: memory that "
		    "was never written? other processes?");
}

static unsigned code_of(const struct found *f)
{
	return message_of_bug((enum bug_kind)f->bug->kind)->number;
}

/* A single bug's way to be repeated stands at the very end. */
static void print_bugs(
	const struct options *o, const struct result *r, FILE *out)
{
	int width = text_width(out);

	for (unsigned i = 0; i < r->bugs; i++) {
		const struct found *f = &r->found[i];
		bool here = r->bugs > 1 && f->schedule_path[0];
		char command[600], title[800];

		if (r->bugs > 1) {
			result_title(f->in, f->bug, title, sizeof title);
			fprintf(out, "\n==== bug %u of %u: %s [SC%u] ====\n",
				i + 1, r->bugs, title, code_of(f));
			text_decisive(f, out, width);
		}
		if (!f->confirmed)
			print_outside(r, out);
		snprintf(command, sizeof command, "scarp replay %s",
			f->schedule_path);
		text_bug(f, out, width, here ? command : NULL, o->full);
	}
}

/* The bound of the first failure was explored to its end: of so many
 * executions so many fail, whatever the order in which they are made. */
static void print_bound(
	const struct options *o, const struct result *r, FILE *out)
{
	const struct search_bounds *b = &r->bounds;

	if (!o->finish_bound || !b->failed || b->done <= b->now)
		return;
	fprintf(out,
		"  with at most %" PRIu32 " %s%s: %" PRIu64
		" executions, %" PRIu64
		" with exactly as many; of these %" PRIu64
		" fail, in the worst order the first is number %" PRIu64 "\n",
		b->now, r->counts, b->now == 1 ? "" : "s", b->within,
		b->executions, b->failed, b->within - b->failed + 1);
}

/* The verdict's word has its colour. */
static void print_line(const struct result *r, const char *line, FILE *out)
{
	static const enum colour colour[] = {[VERDICT_BUG] = COLOUR_BAD,
		[VERDICT_VERIFIED] = COLOUR_GOOD,
		[VERDICT_PARTIAL] = COLOUR_OPEN,
		[VERDICT_ERROR] = COLOUR_BAD};
	int n = (int)strcspn(line, ":");

	fprintf(out, "%s%.*s%s%s", colour_on(out, colour[r->verdict]), n, line,
		colour_off(out), line + n);
}

void outcome_verdict(const struct options *o, const struct result *r,
	const struct channel *any, FILE *out)
{
	char line[2048];
	bool brief;

	result_line(r, o->quiet ? LINE_SCOPES : LINE_ALL, line, sizeof line);
	brief = !o->quiet && r->verdict == VERDICT_PARTIAL &&
		strlen(line) > LINE_LONGEST;
	if (brief)
		result_line(r, LINE_BRIEF, line, sizeof line);
	print_line(r, line, out);
	if (r->verdict == VERDICT_BUG)
		fprintf(out, " [SC%u]", code_of(&r->found[0]));
	fprintf(out, "\n");
	if (r->verdict == VERDICT_BUG && r->bugs == 1)
		text_decisive(&r->found[0], out, text_width(out));
	if (r->verdict == VERDICT_BUG)
		print_alone(o, r, out);
	if (r->verdict == VERDICT_VERIFIED || r->verdict == VERDICT_PARTIAL) {
		print_caveats(o, r, brief, out);
		print_suppressed(o, r, out);
		print_alone(o, r, out);
		print_rounds(o, r, out);
		if (r->verdict == VERDICT_PARTIAL && r->account.jobs) {
			account_print(r, any, out);
		} else if (r->verdict == VERDICT_PARTIAL) {
			print_estimate(o, r, out);
			print_size(o, r, out);
		}
		/* (Strategy size has said how many there are.) */
		if (!o->quiet && r->verdict == VERDICT_PARTIAL &&
			strcmp(r->strategy, "size") != 0)
			covered_print(r->shown, out);
		print_cache(o, r, out);
	}
}

/* What a search tells that found a bug, behind that: it explains nothing. */
static void print_search(const struct options *o, const struct result *r,
	const struct channel *any, bool interrupted, FILE *out)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	bool on;

	if (!f)
		return;
	on = print_explored(o, r, f);
	print_as_found(o, r, f);
	print_caveats(o, r, false, f);
	print_suppressed(o, r, f);
	if (on)
		account_print(r, any, f);
	print_cache(o, r, f);
	print_bound(o, r, f);
	if (interrupted)
		fprintf(f, "  the search was interrupted\n");
	fclose(f);
	if (size)
		fprintf(out, "\nabout the search:\n%s", text);
	free(text);
}

void outcome_reports(const struct options *o, const struct result *r,
	const struct channel *any, bool interrupted, FILE *out)
{
	char line[600];

	if (r->fingerprinted && r->verdict != VERDICT_ERROR)
		fprintf(out,
			"fingerprint: %016" PRIx64 " of %" PRIu64
			" executions, stopped and repeated ones among them\n",
			r->fingerprint, r->hashed);
	if (o->count_reruns && r->verdict != VERDICT_ERROR)
		reruns_print(&r->reruns, out);
	if (r->audited)
		audit_print(r->audited, out);
	if (r->verdict != VERDICT_ERROR && r->error[0])
		fprintf(out, "  then an error ended the search: %s\n",
			r->error);
	if (r->nothing && !o->quiet)
		fruitless_trace(r, out, text_width(out));
	print_bugs(o, r, out);
	if (r->races && any)
		text_races(r, any, o->full, out);
	if (r->verdict == VERDICT_BUG)
		print_search(o, r, any, interrupted, out);
	others_print(r, out);
	if (r->bugs == 1 && r->found[0].schedule_path[0]) {
		snprintf(line, sizeof line, "scarp replay %s",
			r->found[0].schedule_path);
		text_again(&r->found[0], line, out);
	}
	fflush(out);
}

int outcome_json_possible(const char *path, struct err *err)
{
	char directory[PATH_MAX];
	struct stat st;
	char *slash;

	if (!path || strcmp(path, "-") == 0)
		return OK;
	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return fail(err, ERR_USAGE,
			"'%s' for --json is a directory; give the path of a "
			"file" SC(436),
			path);
	if (access(path, W_OK) == 0)
		return OK;
	snprintf(directory, sizeof directory, "%s", path);
	slash = strrchr(directory, '/');
	if (slash)
		slash[slash == directory] = '\0';
	else
		snprintf(directory, sizeof directory, ".");
	if (access(path, F_OK) != 0 && access(directory, W_OK | X_OK) == 0)
		return OK;
	return fail(err, ERR_USAGE, "cannot create '%s' for --json: %s" SC(432),
		path, strerror(errno));
}

/* A pipe, a device, or a file in a directory that is not ours to write. */
static int json_in_place(const struct result *r, const struct channel *c,
	const char *path, struct err *err)
{
	FILE *f = fopen(path, "we");
	int code;

	if (!f)
		return fail(err, ERR_IO,
			"cannot create '%s' for --json: %s" SC(432), path,
			strerror(errno));
	code = json_write(r, c, f, err);
	if (fclose(f) != 0 && !code)
		code = fail(err, ERR_IO, "cannot write '%s': %s" SC(432), path,
			strerror(errno));
	return code;
}

/* What was there stays until the new one is whole. */
static int json_to_file(const struct result *r, const struct channel *c,
	const char *path, struct err *err)
{
	char resolved[PATH_MAX];
	struct new_file n;
	struct stat st;
	struct err ended;
	int code;

	if (realpath(path, resolved))
		path = resolved;
	if ((stat(path, &st) == 0 && !S_ISREG(st.st_mode)) ||
		file_begin(&n, path, err))
		return json_in_place(r, c, path, err);
	code = json_write(r, c, n.f, err);
	return file_end(&n, FILE_REPLACE, code ? &ended : err) || code;
}

bool outcome_json(
	const char *path, const struct result *r, const struct channel *c)
{
	struct process blank = {.channel = NULL};
	struct err err = {OK, ""};
	bool bad;

	if (!path)
		return true;
	if (!c && process_init(&blank, &err) == OK)
		c = blank.channel; /* an error is told, too */
	bad = !c;
	if (!bad)
		bad = strcmp(path, "-") == 0 ? json_write(r, c, stdout, &err)
					     : json_to_file(r, c, path, &err);
	if (blank.channel)
		process_free(&blank);
	if (bad)
		fprintf(stderr, "scarp: %s\n", err.text);
	return !bad;
}
