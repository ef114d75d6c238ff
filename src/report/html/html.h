/* SPDX-License-Identifier: MIT */
/* html.h - one bug as a page to look at: scarp.out/NNN/bug-N.html
 *
 * A file of its own: what happened, the source around it, and the script that
 * shows it (page.html, page.css, page.js).  It asks for nothing over the
 * network.  Whatever comes from the test (names, values, messages, source) is
 * data in JSON, in which no '<' stands, and becomes text, never markup.
 */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include <stdio.h>

#include "report/result.h"

/* Is there an execution to be shown? */
bool html_possible(const struct found *found);

/* `command` makes it happen again; "": no schedule was written.  ERR_IO when it
 * could not be written. */
int html_bug(const struct result *r, const struct found *found,
	const char *command, FILE *out, struct err *err);

#endif
