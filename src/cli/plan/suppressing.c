/* SPDX-License-Identifier: MIT */
#include "cli/plan/suppressing.h"

#include <stdlib.h>
#include <time.h>

/* Here: the line of until= is read where it was written.  SCARP_TEST_TODAY is
 * for tests. */
static void today(char *out, size_t size)
{
	const char *said = getenv("SCARP_TEST_TODAY");
	time_t now = time(NULL);
	struct tm t;

	if (said)
		snprintf(out, size, "%s", said);
	else if (!localtime_r(&now, &t) || !strftime(out, size, "%Y-%m-%d", &t))
		out[0] = '\0';
}

int suppressions_begin(const struct options *o, struct suppressions *s,
	bool tell, struct err *err)
{
	char day[16];

	if (!o->suppressions)
		return OK;
	today(day, sizeof day);
	if (suppressions_read(s, o->suppressions, day, err))
		return err->code;
	for (unsigned i = 0; i < s->rows; i++)
		if (tell && s->row[i].expired)
			fprintf(stderr,
				"scarp: %s:%u: the suppression of '%s' has "
				"expired (until %s); it suppresses nothing" SC(
					440) "\n",
				s->path, s->row[i].line, s->row[i].pattern,
				s->row[i].until);
	return OK;
}

int suppressions_judge(const struct options *o, bool tell, struct err *err)
{
	struct suppressions s;
	int code = suppressions_begin(o, &s, tell, err);

	if (o->suppressions && !code)
		suppressions_fini(&s);
	return code;
}
