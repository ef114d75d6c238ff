/* SPDX-License-Identifier: MIT */
#include "cli/show/screen.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/plan/deepen.h"
#include "cli/show/progress.h"
#include "cli/show/show.h"
#include "report/covered.h"
#include "report/result.h"

enum {
	SCREEN_LINES = 24, /* at most */
	SCREEN_COLUMNS = 240
};

struct screen {
	char (*line)[SCREEN_COLUMNS];
	unsigned lines, most;
	uint64_t start_ns; /* of the check */
};

__attribute__((format(printf, 2, 3))) static void say(
	struct screen *s, const char *fmt, ...)
{
	va_list args;

	if (s->lines == s->most)
		return;
	va_start(args, fmt);
	vsnprintf(s->line[s->lines++], SCREEN_COLUMNS, fmt, args);
	va_end(args);
}

static struct account account_of(const struct deepen *d)
{
	return (struct account){.jobs = &d->jobs, .point = d->point};
}

static unsigned count_state(const struct jobs *jobs, enum job_state state)
{
	unsigned n = 0;

	for (unsigned i = 0; i < jobs->jobs; i++)
		n += jobs->job[i].state == state;
	return n;
}

/* "12 s of 60 s", "12 k of 100 k executions" */
static void elapsed(const struct deepen *d, const struct crew *crew,
	double seconds, char *out, size_t size)
{
	char used[32], all[32];

	if (d->by_count) {
		outlook_amount(
			used, sizeof used, d->all - deepen_left(d, crew));
		outlook_amount(all, sizeof all, d->all);
		snprintf(out, size, "%s of %s executions", used, all);
		return;
	}
	outlook_time(used, sizeof used, seconds);
	outlook_time(all, sizeof all, d->all);
	snprintf(out, size, "%s of %s", used, all);
}

static void headline(struct screen *s, const struct deepen *d,
	const struct crew *crew, const struct progress *p)
{
	double seconds = (double)(clock_ns() - s->start_ns) / 1e9;
	char time[80], made[32], rate[32], many[32], cut[64] = "";

	elapsed(d, crew, seconds, time, sizeof time);
	outlook_amount(made, sizeof made, (double)p->executions);
	outlook_amount(rate, sizeof rate,
		seconds > 0 ? (double)p->executions / seconds : 0);
	outlook_amount(many, sizeof many, (double)p->cut);
	if (p->cut)
		snprintf(cut, sizeof cut, " (%s cut at the step limit)", many);
	say(s, "%s; %s executions%s, %s/s; %u racing access%s; %u bug%s", time,
		made, cut, rate, d->jobs.points,
		d->jobs.points == 1 ? "" : "es", p->bugs,
		p->bugs == 1 ? "" : "s");
}

static void proven(struct screen *s, struct deepen *d)
{
	struct account a = account_of(d);
	char words[SCREEN_COLUMNS], all[SCREEN_COLUMNS] = "";
	size_t used = 0;
	bool any = false;

	for (unsigned i = 0; i < d->jobs.jobs; i++) {
		if (!jobs_proven(&d->jobs, i))
			continue;
		any = true;
		if (ppset_size(&d->jobs.job[i].set) == 1) /* that alone */
			continue;
		account_words(&a, &d->jobs.job[i].set, deepen_symbols(d), words,
			sizeof words);
		used += (size_t)snprintf(all + used, sizeof all - used, "%s%s",
			used ? "; " : "", words);
		if (used >= sizeof all)
			break;
	}
	if (any)
		say(s,
			"proven: no bug, if threads are switched only where "
			"one cannot go on by itself%s%.200s",
			used ? ", and before " : "", all);
	else
		say(s, "nothing is proven yet");
}

static void job_line(struct screen *s, struct deepen *d, unsigned i)
{
	struct account a = account_of(d);
	const struct job *j = &d->jobs.job[i];
	char made[32], done[16] = "", left[32] = "", words[SCREEN_COLUMNS];

	outlook_amount(made, sizeof made, (double)j->executions);
	if (j->state == JOB_FINISHED) {
		snprintf(done, sizeof done, "100 %%");
	} else if (j->state == JOB_ENDED) {
		snprintf(done, sizeof done, "not all");
	} else if (j->eta >= 0) {
		outlook_percent(
			j->fraction, job_young(j), true, done, sizeof done);
		if (d->by_count)
			outlook_amount(left, sizeof left, j->eta);
		else
			outlook_left(
				j->eta, job_young(j), true, left, sizeof left);
	}
	account_words(&a, &j->set, deepen_symbols(d), words, sizeof words);
	say(s, "  %3u  %-9s  %9s  %7s  %10s  %.150s", i, account_state(j), made,
		done, left, words);
}

static void sampler_line(struct screen *s, const struct deepen *d,
	const struct crew *crew, const struct samples *shown)
{
	uint64_t made = 0;
	bool busy = false, any = false;
	char amount[32], orders[32], part[32], seen[128] = "";

	for (unsigned i = 0; i < crew->size; i++) {
		if (d->worker[i].job != WORKER_SAMPLER)
			continue;
		any = true;
		busy |= deepen_busy(d, crew, i);
		made += search_made(&crew->process[i].channel->count);
	}
	if (!any)
		return;
	outlook_amount(amount, sizeof amount, (double)made);
	if (shown) {
		struct covered c = shown_count(shown);

		outlook_amount(orders, sizeof orders, c.order.kinds);
		outlook_percent(
			covered_most(&c), false, true, part, sizeof part);
		snprintf(seen, sizeof seen,
			": %s orders seen, next is new: at most %s", orders,
			part);
	}
	say(s, "       %-9s  %9s  %7s  %10s  random schedules%s",
		busy ? "sampling" : "suspended", amount, "", "", seen);
}

/* Who runs, who was made to wait, who is done; not those that others proved. */
static void table(struct screen *s, struct deepen *d, const struct crew *crew,
	const struct samples *by_chance)
{
	static const uint8_t order[] = {JOB_RUNNING, JOB_SUSPENDED, JOB_ENDED,
		JOB_FINISHED, JOB_GIVEN_UP};
	unsigned rest = count_state(&d->jobs, JOB_PENDING), shown = 0;
	unsigned all = d->jobs.jobs - rest - count_state(&d->jobs, JOB_SETTLED);

	say(s, "space  state      executions     done        left  switches "
	       "before");
	sampler_line(s, d, crew, by_chance);
	for (size_t k = 0; k < sizeof order; k++)
		for (unsigned i = 0; i < d->jobs.jobs; i++) {
			if (d->jobs.job[i].state != order[k] ||
				s->lines + 1 >= s->most)
				continue;
			job_line(s, d, i);
			shown++;
		}
	if (all > shown)
		say(s, "       and %u more, %u pending", all - shown, rest);
	else if (rest)
		say(s, "       and %u pending", rest);
}

static struct progress totals(const struct result *before,
	const struct deepen *d, const struct crew *crew)
{
	struct progress p = {.bugs = before->bugs,
		.shown = progress_shown(before, d, crew, false)};

	for (unsigned i = 0; i < crew->size; i++) {
		const struct channel *c = crew->process[i].channel;
		uint32_t bugs = c->bugs;

		p.executions += search_made(&c->count);
		p.cut += c->caveats[CAVEAT_step_limit];
		p.bugs += bugs <= BUGS_MAX ? bugs : 0;
	}
	return p;
}

static unsigned lines_of(struct screen *s, struct deepen *d,
	const struct crew *crew, const struct progress *p)
{
	headline(s, d, crew, p);
	proven(s, d);
	table(s, d, crew, p->shown);
	return s->lines;
}

/* Where there is no terminal. */
static void summary(struct screen *s, const struct deepen *d,
	const struct crew *crew, const struct progress *p)
{
	const struct job *j = &d->jobs.job[d->jobs.maximal];
	char first[SCREEN_COLUMNS], done[128] = "", left[48], part[32];

	headline(s, d, crew, p);
	memcpy(first, s->line[0], sizeof first);
	if (j->state == JOB_ENDED) {
		snprintf(done, sizeof done,
			"; the whole space: ended, but not all of it was seen");
	} else if (j->eta >= 0 && !d->by_count) {
		outlook_percent(
			j->fraction, job_young(j), false, part, sizeof part);
		outlook_left(j->eta, job_young(j), false, left, sizeof left);
		snprintf(done, sizeof done, "; the whole space: %s, %s more",
			part, left);
	}
	snprintf(s->line[0], SCREEN_COLUMNS,
		"%.150s%s; state spaces: %u finished, %u suspended, %u pending",
		first, done, count_state(&d->jobs, JOB_FINISHED),
		count_state(&d->jobs, JOB_SUSPENDED),
		count_state(&d->jobs, JOB_PENDING));
}

void screen_show(struct show *show, struct disk *disk,
	const struct result *before, struct deepen *d, const struct crew *crew)
{
	static char line[SCREEN_LINES][SCREEN_COLUMNS];
	unsigned lines = 1, room = status_due(&show->status);
	struct screen s = {.line = line,
		.most = room < SCREEN_LINES ? room : SCREEN_LINES,
		.start_ns = show->status.start_ns};
	struct progress p = totals(before, d, crew);

	if (room == 1)
		summary(&s, d, crew, &p);
	else if (room)
		lines = lines_of(&s, d, crew, &p);
	if (room)
		status_table(&show->status, line[0], SCREEN_COLUMNS, lines);
	progress_feed(show, disk, before, d, crew, false);
}
