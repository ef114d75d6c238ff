/* SPDX-License-Identifier: MIT */
#include "cli/fences/tried.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/disk/results.h"
#include "cli/plan/check.h"
#include "cli/suite/suite.h"
#include "cli/words/cli.h"
#include "report/sentence.h"
#include "report/source.h"

void places_words(
	const struct places *places, uint64_t set, char *out, size_t size)
{
	struct sentence t = sentence_in(out, size);

	for (unsigned i = 0; i < places->n; i++)
		if (set >> i & 1)
			sentence_add(&t, "%s%s", t.used ? ", " : "",
				places->place[i].word);
}

void tried_fini(struct tried *t)
{
	json_decref(t->result);
	*t = (struct tried){0};
}

const char *tried_text(const struct tried *t, const char *key)
{
	const char *text = json_string_value(json_object_get(t->result, key));

	return text ? text : "";
}

const json_t *tried_bug(const struct tried *t)
{
	return json_array_get(json_object_get(t->result, "bugs"), 0);
}

/* --- the check --------------------------------------------------------------
 */

struct attempt {
	const struct options *options;
	char **argv;
	const char *model, *json;
	const struct places *places;
	uint64_t set, budget_ms;
};

static void set_options(struct options *o, const struct attempt *order)
{
	o->model = order->model;
	o->json = order->json;
	o->state = "none";
	o->quiet = o->no_html = true;
	if (order->budget_ms) {
		o->budget = order->budget_ms;
		o->given.budget = true;
	}
	for (unsigned i = 0; i < order->places->n && o->eachs < EACH_MAX; i++)
		if (order->set >> i & 1) {
			o->each[o->eachs].option = "fence";
			o->each[o->eachs].origin = options_typed;
			o->each[o->eachs++].argument =
				order->places->place[i].word;
			o->fence++;
		}
}

static int check_in_child(const struct attempt *order)
{
	static struct check check; /* large */
	struct options *o = &check.options;
	struct err err = {OK, ""};

	*o = *order->options;
	set_options(o, order);
	if (options_judge(o, &err) ||
		target_init(&check.processes.target, NULL, NULL,
			order->argv + o->rest, o->stdin_path, &err) ||
		results_in(&check.disk, o->out, &err) ||
		feed_open(&check.show.feed, NULL, true, &err))
		return cli_fail(&err);
	check.show.out = fopen("/dev/null", "we");
	check.disk.lasting = options_lasting(o, o->rest, order->argv);
	return check_run(&check, order->argv);
}

/* The whole group is interrupted together. */
static int await(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return EXIT_FAULT;
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAULT;
}

static int run(const struct attempt *order)
{
	pid_t parent = getpid(), pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		int code;

		prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (getppid() != parent)
			_exit(EXIT_INTERRUPTED);
		code = check_in_child(order);
		fflush(NULL);
		_exit(code);
	}
	return pid < 0 ? -1 : await(pid);
}

/* --- what it says ----------------------------------------------------------
 */

/* The number of that place; PLACES_MAX: there are too many. */
static unsigned number_of(
	struct places *places, const char *word, const char *what)
{
	unsigned i = 0;

	while (i < places->n && strcmp(places->place[i].word, word) != 0)
		i++;
	if (i == places->n && i < PLACES_MAX) {
		struct place *p = &places->place[places->n++];

		snprintf(p->word, sizeof p->word, "%s", word);
		snprintf(p->what, sizeof p->what, "%s", what);
	}
	return i;
}

/* The end of a long path is enough. */
static void word_of(const char *file, json_int_t line, char *out, size_t size)
{
	size_t n = strlen(file), room = size - 24;

	while (n > room && strchr(file, '/')) {
		file = strchr(file, '/') + 1;
		n = strlen(file);
	}
	snprintf(out, size, "%s:%" PRId64, file, (int64_t)line);
}

/* What is stored there.  A block has a letter in one execution, and another one
 * in the next: what the line says tells it. */
static void what_of(const char *object, const char *file, json_int_t line,
	char *out, size_t size)
{
	char source[100];

	snprintf(out, size, "%s", object ? object : "");
	if (!object || strncmp(object, "heap ", 5) != 0)
		return;
	source_line(file, (unsigned)line, source, sizeof source);
	snprintf(out, size, "to a block%s%s", source[0] ? ": " : "", source);
}

static bool read_late(struct tried *t, struct places *places, struct err *err)
{
	const json_t *all = json_object_get(tried_bug(t), "fence_behind"), *one;
	size_t i;

	t->nowhere = tried_bug(t) && !json_is_array(all);
	json_array_foreach(all, i, one)
	{
		const char *file =
			json_string_value(json_object_get(one, "file"));
		json_int_t line =
			json_integer_value(json_object_get(one, "line"));
		char word[sizeof places->place[0].word];
		char what[sizeof places->place[0].what];
		unsigned n;

		if (!file) {
			t->nowhere = true;
			continue;
		}
		word_of(file, line, word, sizeof word);
		what_of(json_string_value(json_object_get(one, "object")), file,
			line, what, sizeof what);
		n = number_of(places, word, what);
		if (n == PLACES_MAX)
			return fail(err, ERR_UNSUPPORTED,
				       "stores of more than %d lines are late "
				       "where the test fails" SC(634),
				       PLACES_MAX),
			       false;
		t->late |= 1ull << n;
	}
	return true;
}

bool try_fences(const struct options *o, char **argv, const char *model,
	struct places *places, uint64_t set, uint64_t budget_ms,
	struct tried *out, struct err *err)
{
	char path[512];
	int fd = suite_temporary(path, sizeof path);
	struct attempt order = {o, argv, model, path, places, set, budget_ms};

	*out = (struct tried){0};
	if (fd < 0) {
		fail(err, ERR_IO, "cannot create a temporary file: %s" SC(432),
			strerror(errno));
		return false;
	}
	close(fd);
	out->code = run(&order);
	if (out->code < 0) {
		fail(err, ERR_IO, "cannot start a process: %s" SC(511),
			strerror(errno));
		unlink(path);
		return false;
	}
	out->result = json_load_file(path, 0, NULL);
	unlink(path);
	return read_late(out, places, err);
}
