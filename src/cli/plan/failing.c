/* SPDX-License-Identifier: MIT */
#include "cli/plan/failing.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "channel/failure.h"

static void list(uint32_t failures, const char *last, char *out, size_t size)
{
	size_t used = 0;

	out[0] = '\0';
	for (unsigned i = 0; i < FAILURES && used < size; i++)
		if (failures >> i & 1) {
			const char *with = !used		 ? ""
					   : failures >> (i + 1) ? ", "
								 : last;

			used += (size_t)snprintf(out + used, size - used,
				"%s%s", with, failure_info[i].name);
		}
}

/* " inside of push or pop": where they fail. */
static void where(const struct options *o, char *out, size_t size)
{
	size_t used = 0;

	out[0] = '\0';
	for (unsigned i = 0; i < o->eachs && used < size; i++)
		if (strcmp(o->each[i].option, "fail-in") == 0)
			used += (size_t)snprintf(out + used, size - used,
				"%s %s", used ? " or" : " inside of",
				o->each[i].argument);
}

static void say(
	struct result *r, enum caveat which, uint32_t failures, const char *in)
{
	char names[80];

	list(failures, " and ", names, sizeof names);
	r->caveats[which] = 1;
	snprintf(r->caveat_detail[which], sizeof r->caveat_detail[which],
		"%s%s", names, in);
}

void failing_settle(const struct options *o, struct result *r)
{
	uint32_t met = failures_with(r->failing_met) & o->failing;
	uint32_t missed = o->failing & ~met;
	char names[70], in[50];

	if (!o->failing)
		return;
	where(o, in, sizeof in);
	if (!met) {
		say(r, CAVEAT_nothing_failed, missed, in);
		return;
	}
	list(met, " or ", names, sizeof names);
	r->caveats[CAVEAT_failures] = 1;
	snprintf(r->caveat_detail[CAVEAT_failures],
		sizeof r->caveat_detail[CAVEAT_failures],
		o->failures == 1
			? "at most one failed call of %s%s in an execution"
			: "at most %3$" PRIu64
			  " failed calls of %1$s%2$s in an execution",
		names, in, o->failures);
	/* Who asks for all of them expects that. */
	if (missed && o->failing != (1u << FAILURES) - 1)
		say(r, CAVEAT_never_called, missed, in);
}
