/* SPDX-License-Identifier: MIT */
#include "report/colour.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool never;

void colour_never(void)
{
	never = true;
}

static bool wanted(FILE *out)
{
	const char *none = getenv("NO_COLOR"), *term = getenv("TERM");

	if (never || (none && none[0]) || !term || strcmp(term, "dumb") == 0)
		return false;
	return fileno(out) >= 0 && isatty(fileno(out));
}

const char *colour_on(FILE *out, enum colour which)
{
	static const char *const on[] = {[COLOUR_BAD] = "\033[1;31m",
		[COLOUR_DECIDES] = "\033[1m",
		[COLOUR_GOOD] = "\033[1;32m",
		[COLOUR_OPEN] = "\033[1;33m"};

	return wanted(out) ? on[which] : "";
}

const char *colour_off(FILE *out)
{
	return wanted(out) ? "\033[0m" : "";
}
