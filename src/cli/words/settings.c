/* SPDX-License-Identifier: MIT */
/* settings.c - where options come from that nobody typed */
#include "cli/words/settings.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/words/cli.h"
#include "cli/words/near.h"

extern char **environ;

enum {
	ANY = CHECK | REPLAY | RESUME | SHRINK,
	PREFIX = sizeof SETTINGS_VARIABLE - 1
};

static int add(struct settings *s, struct setting one, struct err *err)
{
	struct setting *more = realloc(s->item, (s->count + 1) * sizeof *more);

	if (!more)
		return fail(err, ERR_IO, "no memory" SC(437));
	s->item = more;
	s->item[s->count++] = one;
	return OK;
}

/* ---- the file */

/* A directory above may be one that everybody writes to. */
static int trust(const char *path, struct err *err)
{
	struct stat file, here;

	if (stat(path, &file) != 0 || file.st_uid == 0 ||
		file.st_uid == geteuid() ||
		(stat(".", &here) == 0 && here.st_uid == file.st_uid))
		return OK;
	return fail(err, ERR_USAGE,
		"'%.200s' belongs to somebody else, who could say where files "
		"are written; '--config none' leaves it out, '--config FILE' "
		"means it" SC(418),
		path);
}

static bool there(const char *path)
{
	return access(path, F_OK) == 0;
}

/* The nearest; "" when there is none. */
static void find_above(char *path, size_t size)
{
	char directory[PATH_MAX], *end;

	path[0] = '\0';
	if (!getcwd(directory, sizeof directory) || directory[0] != '/')
		return;
	for (;;) {
		snprintf(path, size, "%s/" SETTINGS_FILE,
			directory[1] ? directory : "");
		if (there(path))
			return;
		snprintf(path, size, "%s/.git", directory);
		end = strrchr(directory, '/');
		if (there(path) || !directory[1])
			break;
		*(end == directory ? end + 1 : end) = '\0';
	}
	path[0] = '\0';
}

static void find_own(char *path, size_t size)
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	path[0] = '\0';
	if (config && config[0] == '/')
		snprintf(path, size, "%s/scarp/" SETTINGS_FILE, config);
	else if (home && home[0] == '/')
		snprintf(path, size, "%s/.config/scarp/" SETTINGS_FILE, home);
	if (!there(path))
		path[0] = '\0';
}

/* As short as it can be said. */
static const char *shown(const char *path)
{
	char here[PATH_MAX];
	size_t n;

	if (!getcwd(here, sizeof here))
		return path;
	n = strlen(here);
	return strncmp(path, here, n) == 0 && path[n] == '/' &&
			       !strchr(path + n + 1, '/')
		       ? path + n + 1
		       : path;
}

static int read_file(struct settings *s, const char *named, struct err *err)
{
	char path[PATH_MAX + 32];

	if (named && strcmp(named, "none") == 0)
		return OK;
	if (named) {
		if (!realpath(named, path))
			return fail(err, ERR_USAGE,
				"cannot read '%.200s': %s" SC(431), named,
				strerror(errno));
	} else {
		find_above(path, sizeof path);
		if (path[0] && trust(path, err))
			return err->code;
		if (!path[0])
			find_own(path, sizeof path);
	}
	if (!path[0])
		return OK;
	s->file = strdup(path);
	if (!s->file)
		return fail(err, ERR_IO, "no memory" SC(437));
	return settings_read(s, s->file, shown(s->file), err);
}

/* ---- the environment */

/* SCARP_OPT_MAX_STEPS for max-steps. */
static void variable_of(const char *name, char *out, size_t size)
{
	size_t n = (size_t)snprintf(out, size, "%s%s", SETTINGS_VARIABLE, name);

	for (size_t i = PREFIX; i < n && i < size; i++)
		out[i] = out[i] == '-' ? '_'
				       : (char)toupper((unsigned char)out[i]);
}

static int no_variable(const char *entry, struct err *err)
{
	size_t n = strcspn(entry, "=");
	char word[80], hint[80], variable[80];
	struct near near;

	snprintf(word, sizeof word, "%.*s", (int)n, entry);
	near = near_to(word, strlen(word));
	for (unsigned i = 0; option_at(i); i++) {
		variable_of(option_at(i)->name, variable, sizeof variable);
		/* near keeps the name: one that lives on. */
		near_try(&near, strdup(variable));
	}
	near_say(&near, "", hint, sizeof hint);
	return fail(err, ERR_USAGE,
		"'%s' in the environment stands for no option%s" SC(417), word,
		hint);
}

static int judge_variables(struct err *err)
{
	char variable[80];

	for (char **e = environ; *e; e++) {
		size_t n = strcspn(*e, "=");
		const struct option_row *row = NULL;

		if (strncmp(*e, SETTINGS_VARIABLE, PREFIX) != 0)
			continue;
		for (unsigned i = 0; option_at(i); i++) {
			variable_of(
				option_at(i)->name, variable, sizeof variable);
			if (strlen(variable) == n &&
				strncmp(*e, variable, n) == 0)
				row = option_at(i);
		}
		if (!row)
			return no_variable(*e, err);
		if ((row->where & TYPED) && strcmp(row->name, "config") != 0)
			return fail(err, ERR_USAGE,
				"'%.*s' is in the environment, and '--%s' "
				"belongs on a command line" SC(417),
				(int)n, *e, row->name);
	}
	return OK;
}

/* An empty one is as good as none. */
static int read_variables(struct settings *s, struct err *err)
{
	static struct options scratch; /* large; only judged */
	char variable[80];

	if (judge_variables(err))
		return err->code;
	for (unsigned i = 0; option_at(i); i++) {
		const struct option_row *row = option_at(i);
		const char *value;
		struct err why;

		variable_of(row->name, variable, sizeof variable);
		value = getenv(variable);
		if (!value || !*value || (row->where & TYPED))
			continue;
		scratch.eachs = 0;
		if (option_store(&scratch, row, value, "", &why))
			return fail_about(err, ERR_USAGE, &why,
				"%s in the environment", variable);
		if (add(s,
			    (struct setting){row, row->where & ANY,
				    strdup(value), strdup(variable)},
			    err))
			return err->code;
	}
	return OK;
}

/* ---- together */

int settings_apply(struct options *o, const struct options *line,
	unsigned where, struct err *err)
{
	struct settings *s = calloc(1, sizeof *s);
	const char *variable = getenv(SETTINGS_VARIABLE "CONFIG");
	const char *file = line->config		   ? line->config
			   : variable && *variable ? variable
						   : NULL;

	if (!s)
		return fail(err, ERR_IO, "no memory" SC(437));
	o->settings = s;
	if (read_file(s, file, err) || read_variables(s, err))
		return err->code;
	for (unsigned i = 0; i < s->count; i++) {
		const struct setting *one = &s->item[i];
		struct err why;

		if ((one->where & where) &&
			option_store(
				o, one->row, one->value, one->origin, &why))
			return fail_about(
				err, why.code, &why, "%.150s", one->origin);
	}
	return OK;
}

int settings_parse(struct options *o, int argc, char **argv, unsigned where,
	struct err *err)
{
	static struct options line;

	options_default(&line);
	options_default(o);
	if (options_parse(&line, argc, argv, where, err))
		return err->code;
	if (line.help) {
		o->help = true;
		return OK;
	}
	if (settings_apply(o, &line, where, err))
		return err->code;
	return options_parse(o, argc, argv, where, err);
}

void settings_blame(const struct options *o, struct err *err)
{
	char said[sizeof err->text];

	strcpy(said, err->text);
	for (unsigned i = 0; option_at(i); i++) {
		const struct option_row *row = option_at(i);
		const char *origin = option_origin(o, row), *at;
		char word[60];

		if (!origin || origin == options_typed)
			continue;
		snprintf(word, sizeof word, "'--%s", row->name);
		at = strstr(said, word);
		if (at && !isalnum((unsigned char)at[strlen(word)]) &&
			at[strlen(word)] != '-')
			err_add(err, " ('--%s' is of %s)", row->name, origin);
	}
}
