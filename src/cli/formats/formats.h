/* SPDX-License-Identifier: MIT */
/* formats.h - what `scarp show` makes of a result
 *
 * A format is a file here, with a `const struct format`, and a row in
 * formats.c.  It works from the JSON document alone (docs/formats/
 * check-json.md): the program, its sources and its build may be gone.
 */
#ifndef CLI_FORMATS_H
#define CLI_FORMATS_H

#include <stdio.h>

#include "cli/formats/document.h"

struct format {
	const char *name; /* of the option */
	const char *what; /* for help */
	/* Of whole results, several of them, with all of their bugs; else of
	 * one bug, which has a trace. */
	bool whole;
	/* Errors of the stream are the caller's to find. */
	void (*write)(const struct document *d, size_t n, FILE *out);
};

extern const struct format format_text, format_json, format_sarif, format_junit,
	format_github, format_dot, format_chrome, format_suppressions;

/* NULL: there are no more.  The first one is what no option asks for. */
const struct format *format_at(unsigned i);

#endif
