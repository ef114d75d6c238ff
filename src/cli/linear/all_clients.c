/* SPDX-License-Identifier: MIT */
/* all_clients.c - `scarp linearize TEST`, and `scarp resume` of it */
#include "cli/linear/all_clients.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/disk/results.h"
#include "cli/linear/every_client.h"
#include "cli/show/outcome.h"
#include "cli/words/cli.h"
#include "cli/words/settings.h"

enum {
	OPERATIONS = 4,
	THREADS = 3
};

bool all_clients_wanted(const struct options *o, int argc, char **argv)
{
	const char *word = o->rest < argc ? argv[o->rest] : NULL;

	return !o->history && word &&
	       (strchr(word, '/') || access(word, X_OK) == 0);
}

/* Those that hold for who goes on, with their values. */
static char **lasting(const struct options *o)
{
	char **all = NULL, value[4096];
	size_t n = 0;

	for (unsigned i = 0; option_at(i); i++) {
		const struct option_row *r = option_at(i);
		bool of_clients = r->where & LINEARIZE;

		if (!((r->where & CHECK) || of_clients) || (r->where & ONCE) ||
			!option_origin(o, r) || r->kind == EACH ||
			!option_value(o, r, value, sizeof value))
			continue;
		all = realloc(all, (n + 2) * sizeof *all);
		if (!all || asprintf(&all[n++], "--%s=%s", r->name, value) < 0)
			return NULL;
		all[n] = NULL;
	}
	for (unsigned i = 0; i < o->eachs; i++) {
		all = realloc(all, (n + 2) * sizeof *all);
		if (!all || asprintf(&all[n++], "--%s=%s", o->each[i].option,
				    o->each[i].argument) < 0)
			return NULL;
		all[n] = NULL;
	}
	return all ? all : calloc(1, sizeof *all);
}

/* Each client, as the search would come to it. */
static int list(struct every *e)
{
	char text[CLIENT_TEXT];

	while (clients_next(&e->at)) {
		client_say(&e->at, text, sizeof text);
		printf("%" PRIu64 "  %s\n", e->at.number, text);
	}
	fflush(stdout);
	if (!e->options.quiet)
		fprintf(stderr, "%" PRIu64 " client%s\n", e->at.number,
			e->at.number == 1 ? "" : "s");
	return EXIT_GOOD;
}

int all_clients_main(int argc, char **argv)
{
	static struct every every; /* large */
	struct options *o = &every.options;
	struct err err = {OK, ""};

	if (settings_parse(o, argc, argv, CHECK | LINEARIZE, &err))
		return cli_fail(&err);
	every.most_ops = o->given.operations ? o->operations : OPERATIONS;
	every.most_threads = o->given.threads ? o->threads : THREADS;
	every.option = lasting(o);
	if (outcome_json_possible(o->json, &err) ||
		every_prepare(&every, argv + o->rest, &err))
		return cli_fail(&err);
	return o->list_cases ? list(&every) : every_run(&every);
}

/* --- going on ---------------------------------------------------------------
 */

static bool is_file(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* Is it named so, or in that directory, or in the latest one below it? */
bool all_clients_left(const char *name, char *path, size_t size)
{
	static const char end[] = "clients.state";
	const char *where = name ? name : RESULTS;
	char latest[600];
	size_t n = strlen(where);

	snprintf(path, size, "%.480s", where);
	if (n >= sizeof end - 1 &&
		strcmp(where + n - (sizeof end - 1), end) == 0 && is_file(path))
		return true;
	snprintf(path, size, "%.480s/%s", where, end);
	if (is_file(path))
		return true;
	results_latest(where, latest, sizeof latest);
	snprintf(path, size, "%.480s/%s", latest, end);
	return is_file(path);
}

/* Results and state stay where the file is. */
static void same_directory(struct every *e, const char *path)
{
	const char *slash = strrchr(path, '/'), *number;
	char all[600];

	if (!slash)
		return;
	snprintf(all, sizeof all, "%.*s", (int)(slash - path), path);
	number = strrchr(all, '/');
	if (!number || !number[1] ||
		number[1 + strspn(number + 1, "0123456789")])
		return;
	snprintf(e->disk.directory, sizeof e->disk.directory, "%.511s", all);
	snprintf(e->disk.results, sizeof e->disk.results, "%.*s",
		(int)(number - all), all);
}

int all_clients_resume(const char *path, int argc, char **argv)
{
	static struct every every;
	struct options *o = &every.options;
	struct err err = {OK, ""};

	if (every_load(&every, path, &err) ||
		options_parse(o, argc, argv, RESUME, &err) ||
		outcome_json_possible(o->json, &err))
		return cli_fail(&err);
	if (o->given.budget)
		every.deadline_ns = every.start_ns + o->budget * 1000000;
	if (o->json && strcmp(o->json, "-") == 0)
		every.out = stderr;
	same_directory(&every, path);
	return every_run(&every);
}
