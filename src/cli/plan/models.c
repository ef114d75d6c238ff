/* SPDX-License-Identifier: MIT */
#include "cli/plan/models.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/plan/ci.h"
#include "cli/plan/handed.h"
#include "cli/processes/crew.h"
#include "cli/suite/suite.h"
#include "cli/words/cli.h"
#include "search/model.h"

enum {
	WORDS_MORE = 12 /* that a search gets behind those of the command */
};

/* One of the searches. */
struct turn {
	bool over; /* it was made */
	bool same; /* it was not, as it has the executions of sc */
	int code;
	json_t *result; /* NULL: it left none */
};

struct models {
	const struct options *o;
	int argc;
	char **argv; /* of the command */
	FILE *out;
	uint64_t start_ns, executions;
	struct turn turn[MODEL_COUNT];
};

static const char *verdict_of(const struct turn *t)
{
	const char *v =
		json_string_value(json_object_get(t->result, "verdict"));

	return v ? v : "";
}

static bool is_verified(const struct turn *t)
{
	return t->over && strcmp(verdict_of(t), "verified") == 0;
}

/* A search that comes to no end by itself, or samples where it does not, leaves
 * the others their part. */
static bool shares(const struct options *o)
{
	return o->deepens || o->turns || o->sampler;
}

/* Of the budgets, for one of so many that may yet come; false: one of them is
 * used up. */
static bool has_left(const struct models *m, unsigned searches, uint64_t *ms,
	uint64_t *executions)
{
	uint64_t passed = (clock_ns() - m->start_ns) / 1000000;

	*ms = m->o->budget > passed ? m->o->budget - passed : 0;
	*executions = m->o->max_executions > m->executions
			      ? m->o->max_executions - m->executions
			      : 0;
	if (shares(m->o)) {
		*ms = (*ms + searches - 1) / searches;
		*executions = (*executions + searches - 1) / searches;
	}
	return (*ms || !m->o->given.budget) &&
	       (*executions || !m->o->given.max_executions);
}

/* The command's words with others behind its options: what comes last holds. */
static char **words_for(const struct models *m, int model, const char *json,
	uint64_t ms, uint64_t executions)
{
	int rest = m->o->rest, n = 0;
	bool dashes = strcmp(m->argv[rest - 1], "--") == 0;
	char **to = calloc((size_t)m->argc + WORDS_MORE, sizeof *to);
	static char budget[32], most[32];

	if (!to)
		return NULL;
	for (int i = 0; i < rest - dashes; i++)
		to[n++] = m->argv[i];
	to[n++] = (char *)"--model";
	to[n++] = (char *)model_info[model].name;
	to[n++] = (char *)"--json";
	to[n++] = (char *)json;
	if (m->o->given.budget) {
		snprintf(budget, sizeof budget, "%" PRIu64 "ms", ms);
		to[n++] = (char *)"--budget";
		to[n++] = budget;
	}
	if (m->o->given.max_executions) {
		snprintf(most, sizeof most, "%" PRIu64, executions);
		to[n++] = (char *)"--max-executions";
		to[n++] = most;
	}
	if (dashes || model > 0) /* notes on its words: once */
		to[n++] = (char *)"--";
	for (int i = rest; i < m->argc; i++)
		to[n++] = m->argv[i];
	return to;
}

/* The whole group is interrupted together; the search says what it has. */
static int await(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAULT;
}

static int in_child(struct models *m, char **words)
{
	pid_t parent = getpid(), pid;
	int n = 0, code;

	fflush(NULL);
	pid = fork();
	if (pid < 0) {
		fprintf(stderr,
			"scarp: cannot start a process: %s" SC(511) "\n",
			strerror(errno));
		return EXIT_ERROR;
	}
	if (pid)
		return await(pid);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(EXIT_INTERRUPTED);
	while (words[n])
		n++;
	if (m->out == stderr) /* standard output is the object's */
		dup2(STDERR_FILENO, STDOUT_FILENO);
	code = check_main(n, words);
	fflush(NULL);
	_exit(code);
}

static void make(struct models *m, int model, uint64_t ms, uint64_t executions)
{
	struct turn *t = &m->turn[model];
	char path[512] = "", **words;
	int fd = suite_temporary(path, sizeof path);

	words = words_for(m, model, path, ms, executions);
	t->over = true;
	t->code = EXIT_ERROR;
	if (fd < 0 || !words) {
		fprintf(stderr, "scarp: no memory" SC(437) "\n");
	} else {
		t->code = in_child(m, words);
		t->result = json_load_file(path, 0, NULL);
	}
	if (fd >= 0) {
		close(fd);
		unlink(path);
	}
	free(words);
	m->executions += (uint64_t)json_integer_value(
		json_object_get(t->result, "executions"));
}

/* All that the weakest model allows begins as sequential consistency does, and
 * goes on so up to the first store that is late.  Where none of these is
 * overtaken by a load, so does all that is allowed by total store order. */
static void find_same(struct models *m)
{
	const json_t *sc = m->turn[MODEL_sc].result;
	const json_t *n = json_object_get(sc, "overtaken_stores");

	if (!is_verified(&m->turn[MODEL_sc]))
		return;
	if (json_is_false(json_object_get(sc, "late_stores")))
		m->turn[MODEL_tso].same = m->turn[MODEL_pso].same = true;
	else if (json_is_integer(n) && !json_integer_value(n))
		m->turn[MODEL_tso].same = true;
}

/* The search by sc has shown all. */
static bool all_same(const struct models *m)
{
	return m->turn[MODEL_pso].same;
}

static void search_all(struct models *m)
{
	uint64_t ms, executions;

	for (int i = 0; i < MODEL_COUNT; i++) {
		if (m->turn[i].same)
			continue;
		if (crew_was_interrupted() ||
			!has_left(m, (unsigned)(MODEL_COUNT - i), &ms,
				&executions))
			return;
		if (!m->o->quiet && i > 0)
			fputc('\n', m->out);
		make(m, i, ms, executions);
		if (m->turn[i].code != EXIT_GOOD &&
			strcmp(verdict_of(&m->turn[i]), "partial") != 0)
			return;
		if (i == MODEL_sc)
			find_same(m);
	}
}

/* "sc, tso and pso": those that are in `which`. */
static void say_names(const struct models *m, const bool *which)
{
	int left = 0;

	for (int i = 0; i < MODEL_COUNT; i++)
		left += which[i];
	for (int i = 0; i < MODEL_COUNT; i++)
		if (which[i])
			fprintf(m->out, "%s%s", model_info[i].name,
				--left == 0 ? ""
				: left == 1 ? " and "
					    : ", ");
}

static bool say(
	const struct models *m, bool more, const char *what, const bool *which)
{
	bool some = false;

	for (int i = 0; i < MODEL_COUNT; i++)
		some |= which[i];
	if (!some)
		return more;
	fprintf(m->out, "%s%s ", more ? ", " : "", what);
	say_names(m, which);
	return true;
}

/* The weakest model that was verified; -1: none. */
static int weakest(const struct models *m)
{
	int i = MODEL_COUNT;

	while (i-- && !is_verified(&m->turn[i]) && !m->turn[i].same)
		;
	return i;
}

/* "right under sc, wrong under tso": the last line. */
static void tell(const struct models *m)
{
	bool right[MODEL_COUNT], wrong[MODEL_COUNT], open[MODEL_COUNT],
		error[MODEL_COUNT], not_made[MODEL_COUNT], more;
	int most = weakest(m);

	for (int i = 0; i < MODEL_COUNT; i++) {
		const struct turn *t = &m->turn[i];
		bool failed = t->over && t->code == EXIT_BUG;

		right[i] = i <= most;
		wrong[i] = failed;
		open[i] = !right[i] && t->over &&
			  strcmp(verdict_of(t), "partial") == 0;
		error[i] = t->over && !right[i] && !failed && !open[i];
		not_made[i] = !right[i] && !t->over;
	}
	if (all_same(m))
		fprintf(m->out,
			"tso and pso: the same, no store could be late\n");
	else if (m->turn[MODEL_tso].same)
		fprintf(m->out,
			"tso: the same, no store was overtaken by a load\n");
	more = say(m, false, "right under", right);
	more = say(m, more, "wrong under", wrong);
	more = say(m, more, "no bug found under", open);
	more = say(m, more, "an error under", error);
	say(m, more, "not searched:", not_made);
	fputc('\n', m->out);
	fflush(m->out);
}

static int exit_of(const struct models *m)
{
	/* From what outweighs all others on; a search that was not made, as a
	 * budget had ended, proves nothing. */
	static const int order[] = {EXIT_FAULT, EXIT_BUG, EXIT_INTERRUPTED,
		EXIT_USAGE, EXIT_ERROR, EXIT_UNSUPPORTED, EXIT_UNPROVEN};

	for (size_t w = 0; w < sizeof order / sizeof order[0]; w++)
		for (int i = 0; i < MODEL_COUNT; i++)
			if (m->turn[i].over && m->turn[i].code == order[w])
				return order[w];
	if (crew_was_interrupted())
		return EXIT_INTERRUPTED;
	return all_same(m) || m->turn[MODEL_COUNT - 1].over ? EXIT_GOOD
							    : EXIT_UNPROVEN;
}

/* One object for all; what one search says stands there as it would alone. */
static int write_json(struct models *m, int code)
{
	const char *path = m->o->json;
	int most = weakest(m), bad;
	json_t *list = json_array(), *all;

	for (int i = 0; i < MODEL_COUNT; i++) {
		struct turn *t = &m->turn[i];

		json_array_append_new(list,
			json_pack("{s:s, s:b, s:b, s:i, s:o?}", "model",
				model_info[i].name, "searched", t->over, "same",
				t->same, "exit", t->over ? t->code : code,
				"result",
				t->result ? json_incref(t->result) : NULL));
	}
	all = json_pack("{s:s, s:i, s:i, s:s?, s:b, s:o}", "format",
		"scarp-models", "version", 1, "exit", code, "weakest",
		most < 0 ? NULL : model_info[most].name, "same", all_same(m),
		"models", list);
	bad = !all		 ? 1
	      : m->out == stderr ? json_dumpf(all, stdout, JSON_INDENT(2))
				 : json_dump_file(all, path, JSON_INDENT(2));
	if (m->out == stderr)
		bad |= puts("") < 0 || fflush(stdout) != 0;
	if (bad)
		fprintf(stderr, "scarp: cannot write '%s'" SC(432) "\n", path);
	json_decref(all);
	return bad && code != EXIT_BUG ? EXIT_USAGE : code;
}

int models_run(const struct options *o, int argc, char **argv)
{
	static struct options kept; /* a child's are read anew */
	struct models m = {.o = &kept, .argc = argc, .argv = argv};
	struct err err;
	int code;

	kept = *o;
	m.out = o->json && strcmp(o->json, "-") == 0 ? stderr : stdout;
	m.start_ns = clock_ns();
	if (o->events || (o->state && strcmp(o->state, "none") != 0) ||
		suite_wanted(o)) {
		fail(&err, ERR_USAGE,
			"'--%s' is about one search, and --model all makes "
			"one for each memory model" SC(415),
			o->events      ? "events"
			: o->state     ? "state"
			: o->filter    ? "filter"
			: o->each_case ? "each"
				       : "list");
		return cli_fail(&err);
	}
	crew_catch_signals();
	handed_begin();
	search_all(&m);
	code = exit_of(&m);
	if (m.turn[0].code != EXIT_USAGE)
		tell(&m);
	if (o->json)
		code = write_json(&m, code);
	if (o->ci)
		ci_tell(code, m.out);
	for (int i = 0; i < MODEL_COUNT; i++)
		json_decref(m.turn[i].result);
	return code;
}
