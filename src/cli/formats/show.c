/* SPDX-License-Identifier: MIT */
/* show.c - `scarp show [option]... [bug or result]...`
 *
 * What it writes is whole: to a file in one step (replay/new_file.h), to a
 * stream with a sentence when that takes no more.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/formats/formats.h"
#include "cli/words/cli.h"
#include "cli/words/near.h"
#include "replay/new_file.h"

struct order {
	const struct format *format;
	const char *file; /* NULL: standard output */
	char **name;	  /* of what is shown */
	size_t names;
};

static const struct format *format_named(const char *name)
{
	for (unsigned i = 0; format_at(i); i++)
		if (strcmp(format_at(i)->name, name) == 0)
			return format_at(i);
	return NULL;
}

static int no_option(const char *word, struct err *err)
{
	const char *name = word + strspn(word, "-");
	struct near near = near_to(name, strlen(name));
	char hint[80];

	for (unsigned i = 0; format_at(i); i++)
		near_try(&near, format_at(i)->name);
	near_try(&near, "output");
	near_say(&near, "--", hint, sizeof hint);
	return fail(err, ERR_USAGE,
		"no option '%s'%s%s 'scarp help show' lists those there are" SC(
			401),
		word, hint, near_then(hint));
}

static int option(
	struct order *o, int argc, char **argv, int *i, struct err *err)
{
	const char *word = argv[*i];

	if (strcmp(word, "-o") == 0 || strcmp(word, "--output") == 0) {
		if (*i + 1 == argc)
			return fail(err, ERR_USAGE,
				"'%s' wants an argument: FILE" SC(404), word);
		o->file = argv[++*i];
		return OK;
	}
	if (strncmp(word, "--output=", 9) == 0) {
		o->file = word + 9;
		return OK;
	}
	if (strncmp(word, "--", 2) != 0 || !format_named(word + 2))
		return no_option(word, err);
	if (o->format && o->format != format_named(word + 2))
		return fail(err, ERR_USAGE,
			"'--%s' and '--%s' exclude each other: one format at a "
			"time" SC(408),
			o->format->name, word + 2);
	o->format = format_named(word + 2);
	return OK;
}

static int parse(struct order *o, int argc, char **argv, struct err *err)
{
	bool options = true;

	for (int i = 1; i < argc; i++) {
		if (options && strcmp(argv[i], "--") == 0)
			options = false;
		else if (options && argv[i][0] == '-' && argv[i][1]) {
			if (option(o, argc, argv, &i, err))
				return err->code;
		} else {
			o->name[o->names++] = argv[i];
		}
	}
	if (!o->format)
		o->format = format_at(0);
	if (o->names > 1 && !o->format->whole)
		return fail(err, ERR_USAGE,
			"'scarp show --%s' takes one bug, not '%s'" SC(411),
			o->format->name, o->name[1]);
	return OK;
}

/* Has the document what the format is of? */
static int suits(
	const struct order *o, const struct document *d, struct err *err)
{
	const json_t *bug = document_bug(d);

	if (o->format->whole || o->format == &format_json)
		return OK;
	if (json_object_get(d->all, "cases"))
		return fail(err, ERR_USAGE,
			"'%s' is the result of several test cases; show the "
			"result of one of them (scarp.out/NNN), or all with "
			"--sarif or --junit" SC(435),
			d->path);
	if (!bug)
		return fail(err, ERR_USAGE,
			"'%s' has no bug to show: its verdict is '%s'" SC(435),
			d->path, text_of(d->all, "verdict"));
	if (!json_array_size(steps_of(bug)))
		return fail(err, ERR_USAGE,
			"the bug in '%s' has no steps: %s" SC(435), d->path,
			json_is_null(json_object_get(bug, "trace"))
				? "it was not replayed when it was found"
				: "an older scarp wrote it; 'scarp replay "
				  "--json FILE' makes a new one");
	return OK;
}

static int to_stream(
	const struct order *o, const struct document *d, struct err *err)
{
	errno = 0;
	o->format->write(d, o->names, stdout);
	if (fflush(stdout) == 0 && !ferror(stdout))
		return OK;
	if (errno == EPIPE)
		return fail(err, ERR_IO,
			"whoever reads standard output has closed it before "
			"all was written" SC(432));
	return fail(err, ERR_IO, "cannot write to standard output: %s" SC(432),
		strerror(errno));
}

/* A pipe, or a device: it stays what it is. */
static int to_device(
	const struct order *o, const struct document *d, struct err *err)
{
	FILE *f = fopen(o->file, "we");
	bool bad;

	if (!f)
		return fail(err, ERR_IO, "cannot write '%s': %s" SC(432),
			o->file, strerror(errno));
	o->format->write(d, o->names, f);
	bad = fflush(f) || ferror(f);
	if (fclose(f) != 0 || bad)
		return fail(err, ERR_IO, "cannot write '%s': %s" SC(432),
			o->file, strerror(errno));
	return OK;
}

static int to_file(
	const struct order *o, const struct document *d, struct err *err)
{
	char resolved[PATH_MAX];
	struct new_file n;
	struct stat st;

	if (stat(o->file, &st) == 0 && S_ISDIR(st.st_mode))
		return fail(err, ERR_USAGE,
			"'%s' is a directory; give the path of a file" SC(436),
			o->file);
	if (stat(o->file, &st) == 0 && !S_ISREG(st.st_mode))
		return to_device(o, d, err);
	if (file_begin(
		    &n, realpath(o->file, resolved) ? resolved : o->file, err))
		return err->code;
	o->format->write(d, o->names, n.f);
	return file_end(&n, FILE_REPLACE, err);
}

static int show(struct order *o, struct err *err)
{
	struct document *d = calloc(o->names + 1, sizeof *d);
	size_t open = 0, want = o->names ? o->names : 1;
	int code = OK;

	if (!d)
		return fail(err, ERR_IO, "no memory" SC(437));
	while (!code && open < want) {
		code = document_open(
			&d[open], o->names ? o->name[open] : NULL, err);
		if (!code)
			code = suits(o, &d[open], err);
		open++;
	}
	o->names = want;
	if (!code)
		code = o->file && strcmp(o->file, "-") != 0
			       ? to_file(o, d, err)
			       : to_stream(o, d, err);
	while (open > 0)
		document_close(&d[--open]);
	free(d);
	return code;
}

void show_formats(void)
{
	for (unsigned i = 0; format_at(i); i++)
		printf("  --%-12s %s\n", format_at(i)->name,
			format_at(i)->what);
}

const char *show_format(unsigned i, const char **what)
{
	const struct format *f = format_at(i);

	*what = f ? f->what : NULL;
	return f ? f->name : NULL;
}

int show_main(int argc, char **argv)
{
	struct order o = {.name = calloc((size_t)argc, sizeof *o.name)};
	struct err err = {OK, ""};
	int code = EXIT_GOOD;

	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "--help") == 0 ||
			strcmp(argv[i], "-h") == 0) {
			free(o.name);
			return help_main(2, (char *[]){"help", "show", NULL});
		}
	signal(SIGPIPE, SIG_IGN); /* a sentence in place of a silent end */
	if (!o.name || parse(&o, argc, argv, &err) || show(&o, &err))
		code = cli_fail(&err);
	free(o.name);
	return code;
}
