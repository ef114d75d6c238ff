/* SPDX-License-Identifier: MIT */
#include "cli/plan/expected.h"

#include <errno.h>
#include <string.h>

#include "cli/plan/configure.h"

static int read_file(
	const char *path, struct channel_expected *to, struct err *err)
{
	FILE *f = fopen(path, "re");
	size_t n;
	char more;
	int code = OK;

	if (!f)
		return fail(err, ERR_USAGE, "cannot open '%s': %s" SC(431),
			path, strerror(errno));
	n = fread(to->text, 1, sizeof to->text, f);
	if (!ferror(f) && n == sizeof to->text && fread(&more, 1, 1, f) == 1)
		code = fail(err, ERR_USAGE,
			"'%s' is too long for --expect-output: %u KiB of what "
			"an execution prints are kept" SC(665),
			path, OUTPUT_MAX >> 10);
	else if (ferror(f))
		code = fail(err, ERR_USAGE, "cannot read '%s': %s" SC(431),
			path, strerror(errno));
	fclose(f);
	to->bytes = (uint32_t)n;
	to->given = 1;
	return code;
}

/* One execution, in a process of its own. */
static int run(const struct options *o, struct processes *all,
	struct course *course, const struct channel **out, struct err *err)
{
	struct process *p = processes_add(all, err);
	struct channel_config *config;
	struct crew crew = {.target = &all->target,
		.process = p,
		.size = 1,
		.hang_after_ms = all->hang_after_ms,
		.stop_after = 1};
	int code;

	if (!p)
		return err->code;
	config = &p->channel->config;
	configure(config, o, all);
	config->task = TASK_CHECK;
	config->stop_after = 1;
	config->expected.how = EXPECTED_LEARNED;
	snprintf(
		config->search.strategy, sizeof config->search.strategy, "dfs");
	snprintf(config->search.reduce, sizeof config->search.reduce, "none");
	config->search.cache[0] = '\0';
	config->search.executions_max = 1;
	code = course_drive(course, &crew, err);
	if (!code && crew.leaked && all->mode != MODE_FORK) {
		enum rewind_mode mode = all->mode;

		all->mode = MODE_FORK;
		code = run(o, all, course, out, err);
		all->mode = mode;
		return code;
	}
	*out = p->channel;
	return code ? code : channel_check(p->channel, err);
}

static unsigned lines(const struct channel_expected *e)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < e->bytes; i++)
		n += e->text[i] == '\n' || i + 1 == e->bytes;
	return n;
}

static void cannot(struct result *r, enum caveat which, const char *detail)
{
	r->caveats[which]++;
	snprintf(r->caveat_detail[which], sizeof r->caveat_detail[which], "%s",
		detail);
}

static int learn(const struct options *o, struct processes *all,
	struct course *course, struct result *r, struct err *err)
{
	const struct channel *c = NULL;
	int code = run(o, all, course, &c, err);

	if (code || course->interrupted)
		return code;
	if (c->caveats[CAVEAT_output_uncompared])
		cannot(r, CAVEAT_output_uncompared,
			c->caveat_detail[CAVEAT_output_uncompared]);
	else if (!c->config.expected.learned ||
		 c->config.expected.bytes > OUTPUT_MAX)
		cannot(r, CAVEAT_output_unknown,
			c->bugs ? bug_info[c->bug[0].kind].text : "");
	else
		all->expected = c->config.expected;
	return OK;
}

int expected_find(const struct options *o, struct processes *all,
	struct course *course, struct result *r, FILE *out, struct err *err)
{
	struct channel_expected *e = &all->expected;
	int code;

	memset(e, 0, sizeof *e);
	if (!o->same_output && !o->expect_output)
		return OK;
	if (o->expect_output)
		e->how = EXPECTED_SAME;
	code = o->expect_output ? read_file(o->expect_output, e, err)
				: learn(o, all, course, r, err);
	if (code || !e->how)
		return code;
	e->how = o->any_order ? EXPECTED_ANY_ORDER : EXPECTED_SAME;
	if (!o->quiet && !o->expect_output)
		fprintf(out, "the first execution prints %u line%s%s\n",
			lines(e), lines(e) == 1 ? "" : "s",
			e->bytes ? ": so must all others"
				 : ": what others print is a bug");
	return OK;
}
