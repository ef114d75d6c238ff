/* SPDX-License-Identifier: MIT */
#include "cli/plan/expected.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

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
	to->bytes = to->part[EXPECTED_OUTPUT].bytes = (uint32_t)n;
	to->part[EXPECTED_OUTPUT].how = EXPECTED_SAME;
	to->parts = to->given = 1;
	return code;
}

/* What there is to learn.  The test begins where the command does, and may go
 * elsewhere: a path is whole. */
static int ask(
	const struct options *o, struct channel_expected *to, struct err *err)
{
	char here[EXPECTED_PATH] = "";

	to->parts = 1;
	to->part[EXPECTED_OUTPUT].how =
		o->same_output ? EXPECTED_LEARNED : EXPECTED_ANYTHING;
	for (unsigned i = 0; i < o->eachs; i++) {
		const char *path = o->each[i].argument;
		struct expected_part *p = &to->part[to->parts];
		int n;

		if (strcmp(o->each[i].option, "same-file") != 0)
			continue;
		if (path[0] != '/' && !getcwd(here, sizeof here))
			here[0] = '\0';
		n = snprintf(p->path, sizeof p->path, "%s%s%s",
			path[0] == '/' ? "" : here, path[0] == '/' ? "" : "/",
			path);
		if (n < 0 || (size_t)n >= sizeof p->path || !*path)
			return fail(err, ERR_USAGE,
				"'--same-file' wants the path of a file, "
				"whole not longer than %d bytes, not '%s'" SC(
					410),
				EXPECTED_PATH - 1, path);
		p->how = EXPECTED_LEARNED;
		to->parts++;
	}
	return OK;
}

/* One execution, in a process of its own. */
static int run(const struct options *o, struct processes *all,
	struct course *course, const struct channel_expected *wanted,
	const struct channel **out, struct err *err)
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
	config->expected = *wanted;
	snprintf(
		config->search.strategy, sizeof config->search.strategy, "dfs");
	snprintf(config->search.reduce, sizeof config->search.reduce, "none");
	config->search.cache[0] = '\0';
	config->search.executions_max = 1;
	code = course_drive(course, &crew, err);
	if (!code && crew.leaked && all->mode != MODE_FORK) {
		enum rewind_mode mode = all->mode;

		all->mode = MODE_FORK;
		code = run(o, all, course, wanted, out, err);
		all->mode = mode;
		return code;
	}
	*out = p->channel;
	return code ? code : channel_check(p->channel, err);
}

static unsigned lines(
	const struct channel_expected *e, const struct expected_part *p)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < p->bytes; i++)
		n += e->text[p->at + i] == '\n' || i + 1 == p->bytes;
	return n;
}

static void cannot(struct result *r, enum caveat which, const char *detail)
{
	r->caveats[which]++;
	snprintf(r->caveat_detail[which], sizeof r->caveat_detail[which], "%s",
		detail);
}

/* Is all there that was asked for, and within bounds? */
static bool has_all(const struct channel_expected *is,
	const struct channel_expected *wanted)
{
	if (is->parts != wanted->parts || is->bytes > OUTPUT_MAX)
		return false;
	for (uint32_t i = 0; i < is->parts; i++) {
		const struct expected_part *p = &is->part[i];

		if (!p->how != !wanted->part[i].how ||
			p->how == EXPECTED_LEARNED || p->how >= EXPECTED_HOWS ||
			p->at > OUTPUT_MAX || p->bytes > OUTPUT_MAX - p->at ||
			memchr(p->path, 0, sizeof p->path) == NULL)
			return false;
	}
	return true;
}

/* wanted->parts 0: it could not be learned, a caveat says so. */
static int learn(const struct options *o, struct processes *all,
	struct course *course, struct channel_expected *wanted,
	struct result *r, struct err *err)
{
	const struct channel *c = NULL;
	int code = run(o, all, course, wanted, &c, err);
	bool all_there;

	if (code || course->interrupted) {
		wanted->parts = 0;
		return code;
	}
	all_there = has_all(&c->config.expected, wanted);
	if (c->caveats[CAVEAT_output_uncompared])
		cannot(r, CAVEAT_output_uncompared,
			c->caveat_detail[CAVEAT_output_uncompared]);
	else if (!all_there)
		cannot(r, CAVEAT_output_unknown,
			c->bugs ? bug_info[c->bug[0].kind].text : "");
	if (all_there && !c->caveats[CAVEAT_output_uncompared])
		*wanted = c->config.expected;
	else
		wanted->parts = 0;
	return OK;
}

static void tell(const struct channel_expected *e, FILE *out)
{
	for (uint32_t i = 0; i < e->parts; i++) {
		const struct expected_part *p = &e->part[i];
		unsigned n = lines(e, p);

		if (p->how == EXPECTED_ANYTHING)
			continue;
		if (i == EXPECTED_OUTPUT)
			fprintf(out, "the first execution prints %u line%s%s\n",
				n, n == 1 ? "" : "s",
				p->bytes ? ": so must all others"
					 : ": what others print is a bug");
		else if (p->how == EXPECTED_ABSENT)
			fprintf(out,
				"the first execution leaves no file '%s': nor "
				"must any other\n",
				p->path);
		else
			fprintf(out,
				"the first execution leaves %u line%s in '%s': "
				"so must all others\n",
				n, n == 1 ? "" : "s", p->path);
	}
}

int expected_find(const struct options *o, struct processes *all,
	struct course *course, struct result *r, FILE *out, struct err *err)
{
	static struct channel_expected e;
	int code = OK;

	memset(&e, 0, sizeof e);
	memset(&all->expected, 0, sizeof all->expected);
	if (o->expect_output)
		code = read_file(o->expect_output, &e, err);
	else if (o->same_output || o->same_file)
		code = ask(o, &e, err);
	if (code || !e.parts)
		return code;
	if (!o->expect_output) {
		code = learn(o, all, course, &e, r, err);
		if (code || !e.parts)
			return code;
		if (!o->quiet)
			tell(&e, out);
	}
	for (uint32_t i = 0; i < e.parts && o->any_order; i++)
		if (e.part[i].how == EXPECTED_SAME)
			e.part[i].how = EXPECTED_ANY_ORDER;
	all->expected = e;
	return OK;
}
