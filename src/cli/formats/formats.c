/* SPDX-License-Identifier: MIT */
#include "cli/formats/formats.h"

static const struct format *const table[] = {
	&format_text,
	&format_json,
	&format_sarif,
	&format_junit,
	&format_github,
	&format_dot,
	&format_chrome,
	&format_suppressions,
};

const struct format *format_at(unsigned i)
{
	return i < sizeof table / sizeof *table ? table[i] : NULL;
}
