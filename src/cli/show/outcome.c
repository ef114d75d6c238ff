/* SPDX-License-Identifier: MIT */
/* outcome.c - what a finished check or replay says */
#include "cli/show/advice.h"
#include "cli/show/outcome.h"
#include "cli/show/outlook.h"
#include "cli/plan/reruns.h"

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
#include "report/json.h"
#include "report/text.h"

/* Of these it matters whether they were the exception or the rule. */
static bool counts_executions(enum caveat which)
{
	return which == CAVEAT_step_limit || which == CAVEAT_hook_limit ||
	       which == CAVEAT_heap_used_up;
}

static void print_caveat(const struct check *check, enum caveat which)
{
	const struct result *r = &check->result;
	bool tells = result_detail_tells(r, which);
	const char *detail = tells ? r->caveat_detail[which] : "";
	char count[64] = "", more[256] = "";

	if (counts_executions(which) && r->caveats[which] > 1)
		snprintf(count, sizeof count, "%s%" PRIu64 " times",
			detail[0] ? "; " : "", r->caveats[which]);
	if (detail[0] || count[0])
		snprintf(more, sizeof more, " (%s%s)", detail, count);
	fprintf(check->show.out, "  %s: %s%s\n",
		caveat_info[which].kind == CAVEAT_KIND_HOLE ? "not proven"
							    : "scope",
		caveat_info[which].sentence, more);
}

/* How much that was of how much. */
static void print_estimate(const struct check *check)
{
	const struct result *r = &check->result;
	struct outlook o = {true, r->estimate.fraction, r->estimate.executions,
		(r->estimate.cost - r->estimate.spent) / 1e9,
		strcmp(r->reduction, "none") != 0 &&
			outlook_young(r->estimate.fraction)};
	char size[64], left[32];

	if (!r->estimated || r->exhausted || check->options.quiet ||
		r->estimate.fraction == 1)
		return;
	outlook_size(&o, false, size, sizeof size);
	outlook_left(o.seconds, o.young, false, left, sizeof left);
	fprintf(check->show.out,
		"  the search explored %s%s executions; for the rest it "
		"would take %s more\n",
		o.young ? "" : "about ", size, left);
}

/* How full it was, and what it was good for. */
static void print_cache(const struct check *check)
{
	const struct search_cache *c = &check->result.cache;

	if (!c->most || check->options.quiet)
		return;
	fprintf(check->show.out,
		"  cache: %" PRIu64 " executions stopped, %" PRIu64
		" of %" PRIu64 " places taken",
		c->stopped, c->kept, c->most);
	if (c->given_up)
		fprintf(check->show.out,
			", %" PRIu64
			" beginnings given up: what is behind them was "
			"explored again",
			c->given_up);
	fprintf(check->show.out, "\n");
}

/* Scopes are named in the sentence of a verdict; that of a bug has none. */
static void print_caveats(const struct check *check)
{
	const struct result *r = &check->result;

	for (int i = 0; i < CAVEAT_COUNT; i++) {
		bool hole = caveat_info[i].kind == CAVEAT_KIND_HOLE;

		if (!r->caveats[i])
			continue;
		if (!hole &&
			(check->options.quiet || r->verdict != VERDICT_BUG ||
				!r->caveat_detail[i][0]))
			continue;
		print_caveat(check, (enum caveat)i);
	}
}

/* Why there was more than one; said where the last one is what counts. */
static void print_rounds(const struct check *check)
{
	const struct result *r = &check->result;
	const char *semicolon = "";

	if (!r->before_round || r->rounds < 2 || check->options.quiet ||
		(r->account.jobs && !r->exhausted) ||
		(!r->points && !r->exits && !r->coarse))
		return;
	fprintf(check->show.out,
		"  rounds: %" PRIu32 ", each from the beginning; what the "
		"earlier ones showed: ",
		r->rounds);
	if (r->points) {
		fprintf(check->show.out,
			"%" PRIu32 " racing access%s, before which threads are "
			"switched now",
			r->points, r->points == 1 ? "" : "es");
		semicolon = "; ";
	}
	if (r->exits) {
		fprintf(check->show.out, "%sit matters when threads end",
			semicolon);
		semicolon = "; ";
	}
	if (r->coarse)
		fprintf(check->show.out,
			"%sit matters what is touched between two switches",
			semicolon);
	fprintf(check->show.out, "\n");
}

/* Under a bug: what else was looked at.  True: the search went on behind it. */
static bool print_explored(const struct check *check)
{
	const struct options *o = &check->options;
	const struct result *r = &check->result;
	char text[300];

	if (r->verdict != VERDICT_BUG || !r->account.jobs)
		return false;
	if (o->stop_after && r->bugs >= o->stop_after) {
		if (!o->quiet)
			fprintf(check->show.out,
				"  not explored: the rest; the search ended "
				"with %s (--stop-after 0: it goes on)\n",
				r->bugs == 1 ? "this bug" : "these bugs");
		return false;
	}
	result_explored(r, text, sizeof text);
	fprintf(check->show.out, "  explored: %s\n", text);
	return !r->exhausted;
}

static void print_bugs(const struct check *check)
{
	const struct result *r = &check->result;
	int width = text_width(check->show.out);

	for (unsigned i = 0; i < r->bugs; i++) {
		const struct found *f = &r->found[i];
		char command[600], title[800];

		if (r->bugs > 1) {
			result_title(f->in, f->bug, title, sizeof title);
			fprintf(check->show.out,
				"\n==== bug %u of %u: %s ====\n", i + 1,
				r->bugs, title);
		}
		if (!f->confirmed) {
			fprintf(check->show.out, "  did not come again: %s\n",
				f->why_not);
			continue;
		}
		snprintf(command, sizeof command, "scarp replay %s",
			f->schedule_path);
		text_bug(f, check->show.out, width,
			f->schedule_path[0] ? command : NULL);
	}
}

/* The bound of the first failure was explored to its end: of so many
 * executions so many fail, whatever the order in which they are made. */
static void print_bound(const struct check *check)
{
	const struct result *r = &check->result;
	const struct search_bounds *b = &r->bounds;

	if (!check->options.finish_bound || !b->failed || b->done <= b->now)
		return;
	fprintf(check->show.out,
		"  with at most %" PRIu32 " %s%s: %" PRIu64
		" executions, %" PRIu64
		" with exactly as many; of these %" PRIu64
		" fail, in the worst order the first is number %" PRIu64 "\n",
		b->now, r->counts, b->now == 1 ? "" : "s", b->within,
		b->executions, b->failed, b->within - b->failed + 1);
}

void outcome_print(const struct check *check)
{
	const struct result *r = &check->result;
	char line[2048];

	bool on;

	result_line(r, !check->options.quiet, line, sizeof line);
	fprintf(check->show.out, "%s\n", line);
	on = print_explored(check);
	if (r->verdict != VERDICT_ERROR)
		print_caveats(check);
	if (r->verdict == VERDICT_VERIFIED || r->verdict == VERDICT_PARTIAL)
		print_rounds(check);
	if (on || (r->verdict == VERDICT_PARTIAL && r->account.jobs))
		account_print(r, processes_channel(&check->processes),
			check->show.out);
	else if (r->verdict == VERDICT_PARTIAL)
		print_estimate(check);
	if (r->verdict != VERDICT_ERROR)
		print_cache(check);
	advice_print(check);
	if (r->fingerprinted && r->verdict != VERDICT_ERROR)
		fprintf(check->show.out,
			"fingerprint: %016" PRIx64 " of %" PRIu64 " traces\n",
			r->fingerprint, r->hashed);
	if (check->options.count_reruns && r->verdict != VERDICT_ERROR)
		reruns_print(check);
	if (r->audit)
		audit_print(r->audit, check->show.out);
	if (r->verdict != VERDICT_ERROR && r->error[0])
		fprintf(check->show.out,
			"  then an error ended the search: %s\n", r->error);
	if (r->verdict == VERDICT_BUG)
		print_bound(check);
	if (r->verdict == VERDICT_BUG && check->course.interrupted)
		fprintf(check->show.out, "  the search was interrupted\n");
	if (r->races && processes_channel(&check->processes))
		text_races(r, processes_channel(&check->processes),
			check->show.out);
	if (r->races && r->bugs)
		fprintf(check->show.out, "\nthe failure:\n");
	print_bugs(check);
	fflush(check->show.out);
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
			"file",
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
	return fail(err, ERR_USAGE, "cannot create '%s' for --json: %s", path,
		strerror(errno));
}

/* A pipe, a device, or a file in a directory that is not ours to write. */
static int json_in_place(const struct check *check, const struct channel *c,
	const char *path, struct err *err)
{
	FILE *f = fopen(path, "we");
	int code;

	if (!f)
		return fail(err, ERR_IO, "cannot create '%s' for --json: %s",
			path, strerror(errno));
	code = json_write(&check->result, c, f, err);
	if (fclose(f) != 0 && !code)
		code = fail(err, ERR_IO, "cannot write '%s': %s", path,
			strerror(errno));
	return code;
}

/* What was there stays until the new one is whole. */
static int json_to_file(const struct check *check, const struct channel *c,
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
		return json_in_place(check, c, path, err);
	code = json_write(&check->result, c, n.f, err);
	return file_end(&n, FILE_REPLACE, code ? &ended : err) || code;
}

bool outcome_json(const struct check *check)
{
	const char *path = check->options.json;
	const struct channel *c = processes_channel(&check->processes);
	struct process blank = {.channel = NULL};
	struct err err = {OK, ""};
	bool bad;

	if (!path)
		return true;
	if (!c && process_init(&blank, &err) == OK)
		c = blank.channel; /* an error is told, too */
	bad = !c;
	if (!bad)
		bad = strcmp(path, "-") == 0
			      ? json_write(&check->result, c, stdout, &err)
			      : json_to_file(check, c, path, &err);
	if (blank.channel)
		process_free(&blank);
	if (bad)
		fprintf(stderr, "scarp: %s\n", err.text);
	return !bad;
}
