/* SPDX-License-Identifier: MIT */
#include "cli/outlook.h"

#include <math.h>
#include <stdio.h>

enum {
	/* Before, a few more executions often change it by an order of
	 * magnitude (the number is that of Quicksand). */
	EXECUTIONS_LEAST = 32
};

struct outlook outlook_of(const struct channel *c)
{
	struct estimated is = c->estimate.is;
	struct outlook o = {.fraction = is.fraction,
		.executions = is.executions,
		.seconds = (is.cost - is.spent) / 1e9};

	o.known = (c->estimate.made >= EXECUTIONS_LEAST || is.fraction == 1) &&
		  c->estimate.made && o.fraction >= 0 && o.fraction <= 1 &&
		  o.executions >= 1 && !isnan(o.seconds);
	if (o.seconds < 0)
		o.seconds = 0;
	return o;
}

static unsigned digits(double n)
{
	unsigned count = 1;

	for (; n >= 10; n /= 10)
		count++;
	return count;
}

void outlook_amount(char *out, size_t size, double n)
{
	if (n < 1e5)
		snprintf(out, size, "%.0f", n);
	else if (n < 999950)
		snprintf(out, size, "%.0f k", n / 1e3);
	else if (n < 999.95e6)
		snprintf(out, size, "%.1f M", n / 1e6);
	else if (n < 999.95e9)
		snprintf(out, size, "%.1f G", n / 1e9);
	else if (n < 1e300)
		snprintf(out, size, "10^%u", digits(n) - 1);
	else
		snprintf(out, size, "over 10^300");
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

void outlook_size(const struct outlook *o, char *out, size_t size)
{
	double percent = 100 * o->fraction;
	char all[32];

	outlook_amount(all, sizeof all, o->executions);
	if (percent < 0.01 && percent > 0)
		snprintf(out, size, "under 0.01 %% of %s", all);
	else if (percent < 10)
		snprintf(out, size, "%.*f %% of %s", percent < 1 ? 2 : 1,
			percent, all);
	else /* 100 is for what is complete */
		snprintf(out, size, "%u %% of %s", (unsigned)percent, all);
}
