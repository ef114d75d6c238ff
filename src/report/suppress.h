/* SPDX-License-Identifier: MIT */
/* suppress.h - bugs and data races that a file says are known (--suppressions)
 *
 * A line of the file is `kind:pattern`, as the sanitizers have it: a kind of
 * channel/bug.def, or `race`; and a part of a name on one of the call stacks of
 * what was found: a function, the path of a source file or a module, or the
 * variable of a race.  `*` stands for anything, `^` and `$` for the ends.
 * Behind it may stand `until=YYYY-MM-DD`, the last day, and `# reason`.
 *
 * What is suppressed is not forgotten: it is counted beside its line, and the
 * verdict has a scope (races) or a hole (failures) for it.
 *
 * Memory   suppressions_fini frees.
 * Cost     what was found is looked up once.
 */
#ifndef REPORT_SUPPRESS_H
#define REPORT_SUPPRESS_H

#include "channel/channel.h"
#include "report/names.h"

struct result;

struct suppression {
	enum bug_kind kind;
	unsigned line;
	char *pattern;
	char *reason;	/* "": none was given */
	char until[12]; /* "": for ever */
	bool expired;
	unsigned races, failures; /* distinct ones */
};

struct suppressions {
	char path[512]; /* as given */
	struct suppression *row;
	unsigned rows;
	bool of_failures; /* a line that holds is not about races */
	/* Failures that a line fits, each once. */
	struct channel_bug *bug;
	unsigned bugs;
};

/* Fills *s from a file.  `today` is YYYY-MM-DD.  ERR_USAGE names the file, and
 * the line that is wrong. */
int suppressions_read(struct suppressions *s, const char *path,
	const char *today, struct err *err);
void suppressions_fini(struct suppressions *s);

/* The line that fits a failure in channel `c`; NULL: none, or s is NULL. */
const struct suppression *suppressions_fit(struct suppressions *s,
	const struct channel *c, const struct channel_bug *bug);
/* The same, and it is counted (once, however often it comes). */
bool suppressions_take(struct suppressions *s, const struct channel *c,
	const struct channel_bug *bug);

/* Finds the line of each data race of the result: suppressions_of_race.  Once,
 * when all races are there. */
void suppressions_races(struct result *r, const struct channel *c);
/* NULL: none fits row `i`. */
const struct suppression *suppressions_of_race(
	const struct result *r, uint32_t i);

/* Holes and scopes for what was suppressed. */
void suppressions_settle(struct result *r);

/* Under the verdict: what each line suppressed; and which one nothing fits. */
void suppressions_print(const struct result *r, FILE *out);

/* For tests: does the pattern fit?  */
bool suppression_fits(const char *pattern, const char *text);

#endif
