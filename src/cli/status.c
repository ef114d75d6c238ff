/* SPDX-License-Identifier: MIT */
/* status.c - the live line */
#include "cli/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/crew.h"

enum {
	TERMINAL_NS = 100000000
};
#define PLAIN_NS 10000000000u

void status_init(struct status *s, bool quiet)
{
	const char *term = getenv("TERM");

	*s = (struct status){.quiet = quiet, .strategy = ""};
	s->terminal = isatty(STDERR_FILENO) && term && strcmp(term, "dumb");
	s->start_ns = s->last_ns = clock_ns();
}

/* 1234 -> "1234", 12345678 -> "12.3 M" */
static const char *amount(char *out, size_t size, double n)
{
	if (n < 1e5)
		snprintf(out, size, "%.0f", n);
	else if (n < 1e6)
		snprintf(out, size, "%.0f k", n / 1e3);
	else if (n < 1e9)
		snprintf(out, size, "%.1f M", n / 1e6);
	else
		snprintf(out, size, "%.1f G", n / 1e9);
	return out;
}

void status_show(struct status *s, uint64_t executions, unsigned bugs)
{
	uint64_t now = clock_ns();
	double seconds = (double)(now - s->start_ns) / 1e9;
	char total[32], rate[32];

	if (s->quiet)
		return;
	if (now - s->last_ns < (s->terminal ? TERMINAL_NS : PLAIN_NS))
		return;
	s->last_ns = now;
	executions += s->before;
	bugs += s->bugs_before;
	fprintf(stderr, "%s%s executions, %s/s, %.0f s, %u bug%s, %s%s",
		s->terminal ? "\r" : "",
		amount(total, sizeof total, (double)executions),
		amount(rate, sizeof rate,
			seconds > 0 ? (double)executions / seconds : 0),
		seconds, bugs, bugs == 1 ? "" : "s", s->strategy,
		s->terminal ? "\033[K" : "\n");
	fflush(stderr);
	s->shown = s->terminal;
}

void status_audit(struct status *s, uint64_t executions, uint64_t of)
{
	uint64_t now = clock_ns();

	if (s->quiet)
		return;
	if (now - s->last_ns < (s->terminal ? TERMINAL_NS : PLAIN_NS))
		return;
	s->last_ns = now;
	fprintf(stderr, "%saudit: %llu of %llu random executions%s",
		s->terminal ? "\r" : "", (unsigned long long)executions,
		(unsigned long long)of, s->terminal ? "\033[K" : "\n");
	fflush(stderr);
	s->shown = s->terminal;
}

void status_clear(struct status *s)
{
	if (!s->shown)
		return;
	fprintf(stderr, "\r\033[K");
	fflush(stderr);
	s->shown = false;
}
