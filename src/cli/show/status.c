/* SPDX-License-Identifier: MIT */
/* status.c - the live line */
#include "cli/show/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/processes/crew.h"
#include "cli/show/progress.h"
#include "report/covered.h"

enum {
	TERMINAL_NS = 100000000
};
#define PLAIN_NS 10000000000u

void status_init(struct status *s, bool quiet, bool plain, uint64_t start_ns)
{
	const char *term = getenv("TERM");

	*s = (struct status){.quiet = quiet};
	s->terminal =
		!plain && isatty(STDERR_FILENO) && term && strcmp(term, "dumb");
	s->start_ns = s->last_ns = start_ns;
}

static unsigned height(void)
{
	struct winsize w;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_row > 4)
		return w.ws_row;
	return 24;
}

static unsigned width(void)
{
	struct winsize w;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 1)
		return w.ws_col;
	return 80;
}

/* Enough time has passed since the last line. */
static bool due(struct status *s)
{
	uint64_t now = clock_ns();

	if (s->quiet ||
		now - s->last_ns < (s->terminal ? TERMINAL_NS : PLAIN_NS))
		return false;
	s->last_ns = now;
	return true;
}

static void print(struct status *s, const char *line)
{
	status_table(s, line, 0, 1);
}

/* Back to the first line of what is there. */
static void go_back(const struct status *s)
{
	if (s->shown > 1)
		fprintf(stderr, "\033[%uA", s->shown - 1);
	fprintf(stderr, "\r");
}

unsigned status_due(struct status *s)
{
	if (!due(s))
		return 0;
	return s->terminal ? height() - 1 : 1;
}

void status_table(
	struct status *s, const char *line, size_t size, unsigned lines)
{
	if (s->terminal)
		go_back(s);
	for (unsigned i = 0; i < lines; i++, line += size) {
		if (s->terminal)
			fprintf(stderr, "%.*s\033[K%s", (int)width() - 1, line,
				i + 1 < lines ? "\n" : "");
		else
			fprintf(stderr, "%s\n", line);
	}
	if (s->terminal && s->shown > lines)
		fprintf(stderr, "\033[J");
	fflush(stderr);
	s->shown = s->terminal ? lines : 0;
}

/* "; 1234 orders seen, about 3 % more are new" */
static void add_shown(const struct progress *p, char *out, size_t size,
	unsigned fits, int used)
{
	char words[128], orders[32], part[32];
	struct covered c;

	if (!p->shown)
		return;
	c = shown_count(p->shown);
	outlook_amount(orders, sizeof orders, c.order.kinds);
	outlook_percent(covered_most(&c), false, true, part, sizeof part);
	if (used + snprintf(words, sizeof words,
			   "; %s orders, next is new: at most %s", orders,
			   part) <=
		(int)fits)
		snprintf(out, size, "%s", words);
}

/* The longest of these lines that fits. */
static void compose(const struct status *s, const struct progress *p,
	double seconds, char *out, size_t size)
{
	char made[32], rate[32], elapsed[32], all[64], left[32], bugs[32];
	char strategy[64];
	const struct outlook *o = &p->outlook;
	unsigned fits = s->terminal ? width() - 1 : 1000;

	outlook_amount(made, sizeof made, (double)p->executions);
	outlook_amount(rate, sizeof rate,
		seconds > 0 ? (double)p->executions / seconds : 0);
	outlook_time(elapsed, sizeof elapsed, seconds);
	outlook_size(o, false, all, sizeof all);
	outlook_left(o->seconds, o->young, false, left, sizeof left);
	snprintf(bugs, sizeof bugs, "%u bug%s", p->bugs,
		p->bugs == 1 ? "" : "s");
	snprintf(strategy, sizeof strategy, "%s", p->strategy);
	if (p->bound >= 0)
		snprintf(strategy, sizeof strategy, "%s, bound %" PRId64,
			p->strategy, p->bound);
	if (!o->known) {
		int used =
			snprintf(out, size, "%s executions, %s/s, %s, %s, %s",
				made, rate, elapsed, bugs, strategy);

		add_shown(p, out + used, size - (size_t)used, fits, used);
		return;
	}
	if (snprintf(out, size,
		    "%s executions, %s/s, %s, %s, %s: %s, %s%s left", made,
		    rate, elapsed, bugs, strategy, all,
		    o->young ? "" : "about ", left) <= (int)fits)
		return;
	outlook_size(o, true, all, sizeof all);
	outlook_left(o->seconds, o->young, true, left, sizeof left);
	if (snprintf(out, size, "%s executions, %s/s, %s, %s, %s: %s, %s left",
		    made, rate, elapsed, bugs, strategy, all,
		    left) <= (int)fits)
		return;
	if (snprintf(out, size, "%s executions, %s/s, %s, %s: %s, %s left",
		    made, rate, elapsed, bugs, all, left) <= (int)fits)
		return;
	snprintf(out, size, "%s, %s: %s, %s left", bugs, elapsed, all, left);
}

void status_show(struct status *s, const struct progress *p)
{
	char line[256];

	if (!due(s))
		return;
	compose(s, p, (double)(s->last_ns - s->start_ns) / 1e9, line,
		sizeof line);
	print(s, line);
}

void status_audit(struct status *s, uint64_t executions, uint64_t of)
{
	char line[128];

	if (!due(s))
		return;
	snprintf(line, sizeof line, "audit: %llu of %llu random executions",
		(unsigned long long)executions, (unsigned long long)of);
	print(s, line);
}

void status_clear(struct status *s)
{
	if (!s->shown)
		return;
	go_back(s);
	fprintf(stderr, s->shown > 1 ? "\033[J" : "\033[K");
	fflush(stderr);
	s->shown = 0;
}
