/* SPDX-License-Identifier: MIT */
/* settings_file.c - scarp.conf: `name = value` a line, in sections
 *
 * Lines before the first section are for every subcommand that has the option.
 * A '#' at the beginning or behind a blank begins a comment, but not inside of
 * "quotes", which a value may stand in.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/words/near.h"
#include "cli/words/settings.h"

enum {
	FILE_MAX = 1 << 20, /* more is no file of options */
	ANY = CHECK | REPLAY | RESUME | SHRINK
};

static const struct {
	const char *name;
	unsigned where;
} section[] = {{"check", CHECK}, {"replay", REPLAY}, {"resume", RESUME},
	{"shrink", SHRINK}};

enum {
	SECTIONS = sizeof section / sizeof section[0]
};

struct reader {
	struct settings *settings;
	unsigned first; /* of this file in settings->item */
	const char *path, *shown;
	unsigned line, in; /* the section's command; ANY: before the first */
	struct err *err;
};

static int wrong(struct reader *r, const char *what, const char *name)
{
	char text[300];

	snprintf(text, sizeof text, what, name);
	return fail(r->err, ERR_USAGE, "%.150s:%u: %s" SC(416), r->shown,
		r->line, text);
}

/* Without blanks at both ends. */
static char *trimmed(char *text)
{
	size_t n;

	while (isblank((unsigned char)*text))
		text++;
	n = strlen(text);
	while (n && isspace((unsigned char)text[n - 1]))
		text[--n] = '\0';
	return text;
}

static void drop_comment(char *line)
{
	bool quoted = false;

	for (char *at = line; *at; at++) {
		quoted ^= *at == '"';
		if (*at == '#' && !quoted &&
			(at == line || isblank((unsigned char)at[-1]))) {
			*at = '\0';
			return;
		}
	}
}

static int read_section(struct reader *r, char *line)
{
	size_t n = strlen(line);
	char *name;

	if (line[n - 1] != ']')
		return wrong(r, "'%.100s' wants a ']' at its end", line);
	line[n - 1] = '\0';
	name = trimmed(line + 1);
	for (int i = 0; i < SECTIONS; i++)
		if (strcmp(name, section[i].name) == 0) {
			r->in = section[i].where;
			return OK;
		}
	if (strcmp(name, "ctest") == 0)
		return wrong(r,
			"no section '[%s]': what is in [check] holds for "
			"'scarp ctest' as well",
			name);
	return wrong(r,
		"no section '[%.100s]'; there is: [check], [replay], [resume], "
		"[shrink]",
		name);
}

static const char *command_of(unsigned where)
{
	for (int i = 0; i < SECTIONS; i++)
		if (section[i].where & where)
			return section[i].name;
	return "";
}

static int no_name(struct reader *r, const char *name)
{
	struct near near = near_to(name, strlen(name));
	char hint[80], text[220];

	for (unsigned i = 0; option_at(i); i++)
		near_try(&near, option_at(i)->name);
	near_say(&near, "", hint, sizeof hint);
	snprintf(text, sizeof text, "no option '%.60s'%s%s", name, hint,
		strncmp(name, "--", 2) != 0 ? ""
		: hint[0]		    ? " Names stand without '--'"
					    : "; names stand without '--'");
	return wrong(r, "%s", text);
}

/* The option, if this file may have it here. */
static int judge_name(
	struct reader *r, const char *name, const struct option_row **row)
{
	char text[160];

	*row = option_named(name, strlen(name), ANY | LINEARIZE | STUDY);
	if (!*row)
		return no_name(r, name);
	if ((*row)->where & TYPED)
		return wrong(r, "'%s' belongs on a command line", name);
	if (!((*row)->where & r->in)) {
		snprintf(text, sizeof text,
			"'scarp %s' has no option '%s'; 'scarp %s' has",
			command_of(r->in), name, command_of((*row)->where));
		return wrong(r, "%s", text);
	}
	for (unsigned i = r->first; i < r->settings->count; i++) {
		const struct setting *s = &r->settings->item[i];

		if (s->row != *row || (*row)->kind == EACH ||
			s->where != ((*row)->where & r->in))
			continue;
		snprintf(text, sizeof text, "'%s' is there already, at %.80s",
			name, s->origin);
		return wrong(r, "%s", text);
	}
	return OK;
}

/* What names a file is meant from where the file of options is. */
static char *value_of(
	const struct reader *r, const struct option_row *row, const char *text)
{
	const char *slash = strrchr(r->path, '/');
	bool path = row->argument && (strcmp(row->argument, "FILE") == 0 ||
					     strcmp(row->argument, "DIR") == 0);
	char *value;

	if (!path || !slash || *text == '/' || strcmp(text, "-") == 0 ||
		strcmp(text, "none") == 0)
		return strdup(text);
	return asprintf(&value, "%.*s/%s", (int)(slash - r->path), r->path,
		       text) < 0
		       ? NULL
		       : value;
}

static int keep(
	struct reader *r, const struct option_row *row, const char *text)
{
	struct settings *s = r->settings;
	struct setting *more;
	char *value = value_of(r, row, text), *origin;

	more = realloc(s->item, (s->count + 1) * sizeof *more);
	if (!more || !value ||
		asprintf(&origin, "%s:%u", r->shown, r->line) < 0)
		return fail(r->err, ERR_IO, "no memory" SC(437));
	s->item = more;
	s->item[s->count++] =
		(struct setting){row, row->where & r->in & ANY, value, origin};
	return OK;
}

static int read_line(struct reader *r, char *line)
{
	static struct options scratch; /* large; only judged */
	const struct option_row *row;
	char *equals, *name, *value;
	struct err why;
	size_t n;

	drop_comment(line);
	line = trimmed(line);
	if (!*line)
		return OK;
	if (*line == '[')
		return read_section(r, line);
	equals = strchr(line, '=');
	if (!equals)
		return wrong(r, "'%.100s' is no 'name = value'", line);
	*equals = '\0';
	name = trimmed(line);
	value = trimmed(equals + 1);
	n = strlen(value);
	if (judge_name(r, name, &row))
		return r->err->code;
	if (n > 1 && *value == '"' && value[n - 1] == '"') {
		value[n - 1] = '\0';
		value++;
	} else if (!*value) {
		return wrong(r, "'%s' wants a value", name);
	}
	scratch.eachs = 0;
	if (option_store(&scratch, row, value, "", &why))
		return fail_about(r->err, ERR_USAGE, &why, "%.150s:%u",
			r->shown, r->line);
	return keep(r, row, value);
}

/* The file, with a 0 behind it. */
static char *contents(struct reader *r)
{
	/* of a FIFO nobody may write the other end */
	int fd = open(r->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
	char *text = f ? malloc(FILE_MAX + 1) : NULL;
	struct stat st;
	size_t n;

	if (!f || fstat(fileno(f), &st) != 0) {
		fail(r->err, ERR_USAGE, "cannot read '%.200s': %s" SC(431),
			r->shown, strerror(errno));
	} else if (!text) {
		fail(r->err, ERR_IO, "no memory" SC(437));
	} else if (!S_ISREG(st.st_mode)) {
		fail(r->err, ERR_USAGE,
			"'%.200s' is no file, and options are read from "
			"it" SC(416),
			r->shown);
	} else {
		n = fread(text, 1, FILE_MAX, f);
		text[n] = '\0';
		if (ferror(f))
			fail(r->err, ERR_USAGE,
				"cannot read '%.200s': %s" SC(431), r->shown,
				strerror(errno));
		else if (n == FILE_MAX || strlen(text) != n)
			fail(r->err, ERR_USAGE,
				"'%.200s' is no file of options: it %s" SC(416),
				r->shown,
				n == FILE_MAX ? "is too long"
					      : "has a zero byte");
	}
	if (f)
		fclose(f);
	if (!r->err->code)
		return text;
	free(text);
	return NULL;
}

int settings_read(struct settings *s, const char *path, const char *shown,
	struct err *err)
{
	struct reader r = {s, s->count, path, shown, 0, ANY, err};
	char *text, *line, *next;

	*err = (struct err){OK, ""};
	text = contents(&r);
	next = text;
	while (!err->code && (line = strsep(&next, "\n"))) {
		r.line++;
		read_line(&r, line);
	}
	free(text);
	return err->code;
}
