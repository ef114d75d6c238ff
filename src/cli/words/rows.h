/* SPDX-License-Identifier: MIT */
/* rows.h - the table of options.def, for what walks it
 *
 * Help, manual pages, completion, files of options and the environment know no
 * option but these.
 */
#ifndef CLI_ROWS_H
#define CLI_ROWS_H

#include <stddef.h>

#include "cli/words/options.h"

enum option_kind {
	FLAG,
	NUMBER,
	TIME,
	TEXT,
	EACH
};

struct option_row {
	const char *name;
	char letter;
	enum option_kind kind;
	const char *argument; /* NULL: a flag */
	unsigned where;
	const char *help;
	size_t field, given, origin; /* in struct options */
};

/* NULL: there are no more. */
const struct option_row *option_at(unsigned i);
/* The one of that name that one of `where` takes; NULL: there is none. */
const struct option_row *option_named(
	const char *name, size_t length, unsigned where);

/* `text` becomes its value, which `origin` gave it; both have to live as long
 * as `o`.  ERR_USAGE: that is no value of it. */
int option_store(struct options *o, const struct option_row *r,
	const char *text, const char *origin, struct err *err);

/* Where its value is from; NULL: it is the default. */
const char *option_origin(const struct options *o, const struct option_row *r);

/* Its value as it would be written in a file; false: it has none.  Not of
 * EACH, whose values are in o->each. */
bool option_value(const struct options *o, const struct option_row *r,
	char *out, size_t size);

#endif
