/* SPDX-License-Identifier: MIT */
/* every_state.c - how far the search of all clients is, on disk
 * (docs/formats/clients.md)
 */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/disk/results.h"
#include "cli/linear/every_client.h"
#include "replay/new_file.h"
#include "report/json.h"

#define NAME "clients.state"

static json_t *words(char **list)
{
	json_t *all = json_array();

	for (; list && *list; list++)
		json_array_append_new(all, json_string(*list));
	return all;
}

static json_t *pack(const struct every *e)
{
	const struct every_tally *t = &e->tally;

	return json_pack("{s:s, s:i, s:s, s:s, s:s, s:o, s:o, s:I, s:I, s:I, "
			 "s:I, s:I, s:I, s:f, s:s}",
		"format", "scarp-clients-state", "version", 1, "program",
		e->target.path, "build", e->build, "directory",
		e->target.directory, "options", words(e->option), "test",
		words(e->test.test), "operations", (json_int_t)e->most_ops,
		"threads", (json_int_t)e->most_threads, "clients",
		(json_int_t)e->at.number, "verified", (json_int_t)t->verified,
		"unproven", (json_int_t)t->unproven, "executions",
		(json_int_t)t->executions, "seconds", t->seconds,
		"first_unproven", t->first_unproven);
}

static int save(struct every *e, struct err *err)
{
	struct new_file n;
	char path[600];
	json_t *all;
	int bad;

	if (results_directory(&e->disk, err))
		return err->code;
	snprintf(path, sizeof path, "%s/" NAME, e->disk.directory);
	if (file_begin(&n, path, err))
		return err->code;
	all = pack(e);
	bad = !all || json_dumpf(all, n.f, JSON_INDENT(2));
	json_decref(all);
	fputc('\n', n.f);
	if (file_end(&n, FILE_REPLACE, err))
		return err->code;
	if (bad) /* words that are no text */
		return fail(err, ERR_IO, "cannot write '%s'" SC(432), path);
	results_point_latest(&e->disk);
	e->disk.state_written = true;
	return OK;
}

void every_save(struct every *e)
{
	struct err err = {OK, ""};

	if (e->disk.state_failed || !save(e, &err))
		return;
	e->disk.state_failed = true;
	fprintf(stderr, "scarp: what is left to do is not saved: %s\n",
		err.text);
}

/* The search came to its end. */
void every_forget(struct every *e)
{
	char path[600];

	if (!e->disk.directory[0])
		return;
	snprintf(path, sizeof path, "%s/" NAME, e->disk.directory);
	unlink(path);
	results_remove_directory(&e->disk);
}

/* --- and back ---------------------------------------------------------------
 */

static char **list_of(const json_t *all)
{
	char **list = calloc(json_array_size(all) + 1, sizeof *list);
	const json_t *one;
	size_t i;

	json_array_foreach(all, i, one)
	{
		const char *text = json_string_value(one);

		if (!list || !text)
			return NULL;
		list[i] = strdup(text);
	}
	return list;
}

static uint64_t whole(const json_t *all, const char *key)
{
	json_int_t n = json_integer_value(json_object_get(all, key));

	return n > 0 ? (uint64_t)n : 0;
}

static const char *text_of(const json_t *all, const char *key)
{
	const char *text = json_string_value(json_object_get(all, key));

	return text ? strdup(text) : "";
}

static int parse(struct every *e, struct err *err)
{
	size_t n = 0;
	char **argv;

	while (e->option[n])
		n++;
	argv = calloc(n + 2, sizeof *argv);
	if (!argv)
		return fail(err, ERR_IO, "no memory" SC(437));
	argv[0] = (char *)"linearize";
	memcpy(argv + 1, e->option, n * sizeof *argv);
	options_default(&e->options);
	return options_parse(
		&e->options, (int)n + 1, argv, CHECK | LINEARIZE, err);
}

static int take(struct every *e, const json_t *all, struct err *err)
{
	const char *format = text_of(all, "format");

	e->test.program = text_of(all, "program");
	e->test.directory = text_of(all, "directory");
	e->option = list_of(json_object_get(all, "options"));
	e->test.test = list_of(json_object_get(all, "test"));
	e->most_ops = whole(all, "operations");
	e->most_threads = whole(all, "threads");
	e->tally.verified = whole(all, "verified");
	e->tally.unproven = whole(all, "unproven");
	e->tally.executions = whole(all, "executions");
	e->tally.seconds = json_number_value(json_object_get(all, "seconds"));
	snprintf(e->tally.first_unproven, sizeof e->tally.first_unproven, "%s",
		text_of(all, "first_unproven"));
	if (strcmp(format, "scarp-clients-state") != 0 ||
		whole(all, "version") != 1 || !e->option || !e->test.test ||
		!e->test.test[0] || !e->test.program[0] ||
		e->tally.verified + e->tally.unproven != whole(all, "clients"))
		return fail(err, ERR_FORMAT,
			"it is not what 'scarp linearize' leaves" SC(660));
	return OK;
}

int every_load(struct every *e, const char *path, struct err *err)
{
	json_t *all = json_load_file(path, 0, NULL);
	char **test, build[72];
	struct err why = {OK, ""};
	uint64_t clients;

	take(e, all, &why);
	clients = whole(all, "clients");
	snprintf(build, sizeof build, "%s", text_of(all, "build"));
	json_decref(all);
	if (why.code)
		return fail_about(err, ERR_USAGE, &why,
			"cannot go on with '%.200s'", path);
	test = e->test.test;
	if (parse(e, err) || every_prepare(e, test, err))
		return err->code;
	if (strcmp(build, e->build) != 0)
		return fail(err, ERR_USAGE,
			"'%s' is not the program that it was when its clients "
			"were searched; begin anew with 'scarp linearize'" SC(
				661),
			e->target.path);
	while (e->at.number < clients)
		if (!clients_next(&e->at))
			return fail(err, ERR_USAGE,
				"'%.200s' counts more clients than there "
				"are" SC(660),
				path);
	return OK;
}
