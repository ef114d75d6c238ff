/* SPDX-License-Identifier: MIT */
#include "cli/show/outlook.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "quicksand/jobs.h"
#include "report/sentence.h"

enum {
	/* Before, a few more executions often change it by an order of
	 * magnitude (the number is that of Quicksand). */
	EXECUTIONS_LEAST = 32
};

#define ERROR_MOST 0.5 /* of an estimate by random walks */

struct outlook outlook_of(const struct channel *c)
{
	struct estimated is = c->estimate.is;
	struct outlook o = {.fraction = is.fraction,
		.executions = is.executions,
		.seconds = (is.cost - is.spent) / 1e9};

	o.known = (c->estimate.made >= EXECUTIONS_LEAST || is.fraction == 1) &&
		  c->estimate.made && o.fraction >= 0 && o.fraction <= 1 &&
		  o.executions >= 1 && !isnan(o.seconds);
	o.young = strcmp(c->config.search.reduce, "none") != 0 &&
		  outlook_young(o.fraction);
	if (o.seconds < 0)
		o.seconds = 0;
	return o;
}

double outlook_error(const struct sized *size)
{
	return size->spread > 1 && size->walks
		       ? sqrt((size->spread - 1) / (double)size->walks)
		       : 0;
}

/* Near its end the search itself knows better. */
bool outlook_sized(struct outlook *o, const struct channel *c,
	const struct sized *size, uint64_t made)
{
	double each;

	if (size->walks < OUTLOOK_WALKS_LEAST || !(size->traces >= 1) ||
		!made || !(outlook_error(size) < ERROR_MOST) ||
		!(2 * (double)made < size->traces))
		return false;
	each = c->estimate.is.spent / (double)made;
	if (!(each >= 0))
		return false;
	o->known = true;
	o->young = false;
	o->executions = size->traces;
	o->fraction = (double)made / size->traces;
	o->seconds = (size->traces - (double)made) * each / 1e9;
	return true;
}

void outlook_amount(char *out, size_t size, double n)
{
	sentence_amount(out, size, n);
}

void outlook_time(char *out, size_t size, double seconds)
{
	static const struct {
		double seconds, below;
		const char *name;
	} unit[] = {
		{1, 120, "s"},
		{60, 120, "min"},
		{3600, 48, "h"},
		{86400, 730, "days"},
		{31556952, 1000, "years"},
	};

	for (size_t i = 0; i < sizeof unit / sizeof *unit; i++) {
		double n = seconds / unit[i].seconds;

		if (n < unit[i].below) {
			snprintf(out, size, "%.0f %s", n, unit[i].name);
			return;
		}
	}
	snprintf(out, size, "over 1000 years");
}

bool outlook_young(double fraction)
{
	return fraction < JOBS_YOUNG;
}

void outlook_percent(
	double fraction, bool young, bool brief, char *out, size_t size)
{
	double percent = 100 * fraction;
	const char *about = !young ? "" : brief ? "~" : "roughly ";

	if (percent < 0.01 && percent > 0)
		snprintf(out, size,
			young && brief ? "<0.01 %%" : "under 0.01 %%");
	else if (percent < 10)
		snprintf(out, size, "%s%.*f %%", about, percent < 1 ? 2 : 1,
			percent);
	else /* 100 is for what is complete */
		snprintf(out, size, "%s%u %%", about, (unsigned)percent);
}

void outlook_left(
	double seconds, bool young, bool brief, char *out, size_t size)
{
	const char *about = !young ? "" : brief ? "~" : "roughly ";
	char time[32];

	outlook_time(time, sizeof time, seconds);
	if (time[0] == 'o') /* "over ..." */
		about = "";
	snprintf(out, size, "%s%s", about, time);
}

void outlook_size(const struct outlook *o, bool brief, char *out, size_t size)
{
	char all[32], part[32];

	outlook_amount(all, sizeof all, o->executions);
	outlook_percent(o->fraction, o->young, brief, part, sizeof part);
	snprintf(out, size, "%s of %s", part, all);
}
