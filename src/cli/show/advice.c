/* SPDX-License-Identifier: MIT */
#include "cli/show/advice.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "channel/channel.h"
#include "cli/plan/deepen.h"
#include "cli/show/outlook.h"
#include "cli/words/options.h"
#include "report/result.h"
#include "report/weak.h"
#include "search/model.h"

#define TIMES 10       /* the budget, when nobody knows how long it takes */
#define SPARE 2	       /* an estimate that is believed may still be too low */
#define MOST_S 86400.0 /* nobody waits longer */

/* A word that a shell takes as it is. */
static void print_word(const char *word, FILE *out)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_-+=./:,@%";

	if (*word && !word[strspn(word, plain)]) {
		fprintf(out, " %s", word);
		return;
	}
	fprintf(out, " '");
	for (; *word; word++)
		if (*word == '\'')
			fprintf(out, "'\\''");
		else if ((unsigned char)*word >= ' ')
			fputc(*word, out);
	fprintf(out, "'");
}

/* The command that was given, as far as the next one is like it. */
struct command {
	char *const *lasting, *const *argv;
	FILE *out;
};

static void print_words(const struct command *c, const char *options)
{
	fprintf(c->out, "scarp check %s", options);
	for (char *const *word = c->lasting; word && *word; word++)
		print_word(*word, c->out);
	for (char *const *word = c->argv; *word; word++)
		print_word(*word, c->out);
}

static void print_command(
	const struct command *c, const char *options, const char *why)
{
	fprintf(c->out, "    ");
	print_words(c, options);
	fprintf(c->out, "   (%s)\n", why);
}

/* A round number that is not less: 1, 2, 5, 10, 20, ... */
static double rounded(double n)
{
	static const double step[] = {2, 2.5, 2};
	double at = 1;

	for (unsigned i = 0; at < n; i++)
		at *= step[i % 3];
	return at;
}

static void time_option(char *out, size_t size, double seconds)
{
	if (seconds <= 60)
		snprintf(out, size, "--budget %.0fs", rounded(seconds));
	else if (seconds <= 3600)
		snprintf(out, size, "--budget %.0fm", rounded(seconds / 60));
	else
		snprintf(out, size, "--budget %.0fh", rounded(seconds / 3600));
}

/* What the space that proves all would take from the beginning, in the unit of
 * the budget; negative: not known, or not believed yet. */
static double whole(const struct deepen *d)
{
	const struct job *j = &d->jobs.job[d->jobs.maximal];

	if (j->eta < 0 || job_young(j) || j->fraction >= 1)
		return -1;
	return j->eta / (1 - j->fraction);
}

/* Who was interrupted has not used what there was. */
static void more(const struct command *c, const struct options *o,
	const struct deepen *d, bool interrupted)
{
	double is = d ? d->all : o->given.budget ? (double)o->budget / 1e3 : 60;
	double most = d && d->by_count ? 1e300 : MOST_S;
	double all = d ? whole(d) : -1;
	bool known = all >= 0 && SPARE * all <= most;
	double times = interrupted ? 1 : TIMES;
	double wanted = known ? SPARE * all + is / 4 : times * is;
	char option[64];

	if (all >= 0 && !known)
		return; /* longer than anybody waits */
	/* What has just not been enough is no advice, whatever is guessed. */
	if (known && wanted <= is && !interrupted) {
		known = false;
		wanted = TIMES * is;
	}
	if (d ? d->by_count : o->given.max_executions)
		snprintf(option, sizeof option, "--max-executions %.0f",
			rounded(d ? wanted
				  : times * (double)o->max_executions));
	else
		time_option(option, sizeof option, wanted);
	print_command(c, option,
		known	      ? "enough, as far as it is known now"
		: interrupted ? "without an interruption"
			      : "longer");
}

/* --exhaustive is a strategy of its own. */
static bool may_exhaust(const struct options *o)
{
	return !o->given.strategy && !o->maximal;
}

/* Most executions were cut: more time makes more of these.  True: said so. */
static bool more_steps(const struct command *c, const struct options *o,
	const struct result *r)
{
	char option[64];

	if (r->caveats[CAVEAT_step_limit] <= r->count.executions ||
		o->max_steps >= STEPS_MAX - 1)
		return false;
	snprintf(option, sizeof option, "--max-steps %d", STEPS_MAX - 1);
	fprintf(c->out,
		"  most executions were cut at %llu steps; for more: a test "
		"with shorter loops, or\n",
		(unsigned long long)o->max_steps);
	print_command(c, option, "if it is long, but not endless");
	return true;
}

void advice_print(const struct options *o, const struct result *r,
	const struct deepen *d, char *const *lasting, char *const *argv,
	FILE *out)
{
	const struct command c = {lasting, argv, out};
	bool interrupted = r->caveats[CAVEAT_interrupted];

	if (r->verdict != VERDICT_PARTIAL || o->quiet || more_steps(&c, o, r) ||
		(!o->turns && !o->deepens) ||
		(!r->caveats[CAVEAT_budget] && !interrupted))
		return;
	fprintf(out, "  for more: a smaller test (fewer threads, operations "
		     "or loops), or\n");
	more(&c, o, d, interrupted);
	if (may_exhaust(o))
		print_command(&c, "--exhaustive",
			"ends when all is done; can be resumed");
}

/* Are the options of this check possible where stores are late? */
static bool go_with_late(const struct options *o)
{
	struct options late = *o;
	struct err err;

	late.model = model_info[MODEL_tso].name;
	late.model_used = MODEL_tso;
	return judge_model(&late, &err) == OK;
}

void advice_models(const struct options *o, const struct result *r,
	char *const *lasting, char *const *argv, FILE *out)
{
	const struct command c = {go_with_late(o) ? lasting : NULL, argv, out};
	unsigned n;
	bool all = weak_overtaken(r, &n);

	if (r->verdict != VERDICT_VERIFIED || !r->late_stores || o->quiet ||
		o->given.model || (all && !n))
		return;
	fprintf(out, "  a processor may show ");
	if (n)
		fprintf(out,
			"%s%u store%s of the test to other threads later "
			"than a load behind %s is made",
			all ? "" : "at least ", n, n == 1 ? "" : "s",
			n == 1 ? "it" : "them");
	else
		fprintf(out, "some of the test's stores to other threads "
			     "later");
	fprintf(out, "; to check that, too: ");
	print_words(&c, "--model tso");
	fputc('\n', out);
}
