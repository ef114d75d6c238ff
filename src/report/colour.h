/* SPDX-License-Identifier: MIT */
/* colour.h - colours of a report, where it goes to a terminal
 *
 * None where NO_COLOR has a value (no-color.org), where TERM is not set or is
 * "dumb", and in files and pipes.  What a colour says stands in the text too.
 */
#ifndef REPORT_COLOUR_H
#define REPORT_COLOUR_H

#include <stdio.h>

enum colour {
	COLOUR_BAD,	/* what failed */
	COLOUR_DECIDES, /* a step whose order makes it fail */
	COLOUR_GOOD,	/* verified */
	COLOUR_OPEN	/* partial */
};

/* From now on none (--ci). */
void colour_never(void);
/* What turns it on, and all off; "" where there are none. */
const char *colour_on(FILE *out, enum colour which);
const char *colour_off(FILE *out);

#endif
