/* SPDX-License-Identifier: MIT */
#include "cli/linear/every_client.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cli/disk/results.h"
#include "cli/linear/table.h"
#include "cli/processes/crew.h"
#include "cli/words/cli.h"
#include "replay/schedule_file.h"

enum {
	SAVE_MS = 5000
};

/* What is about one search. */
static const char *about_one(const struct options *o)
{
	return o->each_case ? "each"
	       : o->filter  ? "filter"
	       : o->events  ? "events"
	       : o->state   ? "state"
	       : o->audit   ? "audit"
	       : o->ci	    ? "ci"
	       : o->binary  ? "binary"
			    : NULL;
}

static int judge(struct every *e, struct err *err)
{
	struct options all = e->options; /* judged again for each search */
	const char *other = about_one(&all);

	if (other)
		return fail(err, ERR_USAGE,
			"'--%s' is about one search, and 'scarp linearize' "
			"makes one for each client; use it with 'scarp check' "
			"and the client as the last argument" SC(658),
			other);
	if (all.spec || all.condition || all.given.limit)
		return fail(err, ERR_USAGE,
			"'--%s' is about a recorded history; a test says what "
			"its object is itself" SC(658),
			all.spec	? "spec"
			: all.condition ? "condition"
					: "limit");
	if (options_judge(&all, err))
		return err->code;
	for (int m = 0; m < MODEL_COUNT; m++)
		if (all.models || strcmp(model_info[m].name, all.model) == 0)
			e->model[e->models++] = model_info[m].name;
	return OK;
}

int every_prepare(struct every *e, char **test, struct err *err)
{
	const struct options *o = &e->options;

	e->test.test = test;
	e->test.options = o;
	e->start_ns = clock_ns();
	if (o->given.budget)
		e->deadline_ns = e->start_ns + o->budget * 1000000;
	e->out = o->json && strcmp(o->json, "-") == 0 ? stderr : stdout;
	e->row = mmap(NULL, sizeof *e->row, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (e->row == MAP_FAILED)
		return fail(err, ERR_IO, "no memory" SC(437));
	if (judge(e, err) ||
		target_init(&e->target, e->test.program, e->test.directory,
			test, o->stdin_path, err) ||
		build_id(e->target.path, e->build, sizeof e->build, err) ||
		results_in(&e->disk, o->out, err) ||
		client_table_read(&e->table, &e->target, err))
		return err->code;
	return clients_begin(
		&e->at, &e->table, e->most_ops, e->most_threads, err);
}

/* False: it has ended. */
static bool has_left(struct every *e, uint64_t *ms)
{
	uint64_t now = clock_ns();

	*ms = 0;
	if (crew_was_interrupted())
		e->end = EVERY_INTERRUPTED;
	else if (e->deadline_ns && now >= e->deadline_ns)
		e->end = EVERY_BUDGET;
	else
		*ms = e->deadline_ns ? (e->deadline_ns - now) / 1000000 + 1 : 0;
	return e->end == EVERY_DONE;
}

/* Under one model.  False: no more clients. */
static bool search(struct every *e, unsigned m, bool *unproven)
{
	char text[CLIENT_TEXT];
	const struct suite_row *row = &e->row->row;
	struct err err = {OK, ""};
	uint64_t ms;

	if (!has_left(e, &ms))
		return false;
	client_say(&e->at, text, sizeof text);
	snprintf(
		e->test.result, sizeof e->test.result, "%s", e->disk.directory);
	e->row_model = e->model[m];
	if (!one_client(&e->test, text, e->model[m], ms, e->row, &err)) {
		fprintf(stderr, "scarp: %s\n", err.text);
		e->row->row.code = EXIT_ERROR;
		e->end = EVERY_ERROR;
		return false;
	}
	e->tally.executions += row->executions;
	if (row->over && row->verdict == VERDICT_BUG)
		e->end = EVERY_BUG;
	else if (row->over && row->verdict == VERDICT_VERIFIED)
		return true;
	else if (!has_left(e, &ms))
		return false;
	else if (!row->over || row->verdict != VERDICT_PARTIAL)
		e->end = EVERY_ERROR;
	if (e->end != EVERY_DONE)
		return false;
	if (!e->tally.first_unproven[0])
		snprintf(e->tally.first_unproven,
			sizeof e->tally.first_unproven, "%.300s (%s): %.800s",
			text, e->model[m], e->row->sentence);
	return *unproven = true;
}

/* All that sc allows are the executions of other models up to the first store
 * that is late: where none could be, they have no others. */
static bool search_client(struct every *e)
{
	bool unproven = false;

	for (unsigned m = 0; m < e->models; m++) {
		if (!search(e, m, &unproven))
			return false;
		if (!unproven && !e->row->late &&
			strcmp(e->model[m], "sc") == 0)
			break;
	}
	*(unproven ? &e->tally.unproven : &e->tally.verified) += 1;
	return true;
}

static void note_time(struct every *e)
{
	uint64_t now = clock_ns();

	e->tally.seconds += (double)(now - e->start_ns) / 1e9;
	e->start_ns = now;
	if (now - e->saved_ns < (uint64_t)SAVE_MS * 1000000)
		return;
	e->saved_ns = now;
	every_save(e);
}

static void search_all(struct every *e)
{
	struct clients before = e->at;

	e->saved_ns = clock_ns();
	while (clients_next(&e->at)) {
		if (before.ops && before.ops != e->at.ops)
			every_tell_size(e, before.ops, before.number);
		if (!search_client(e)) {
			if (e->end != EVERY_BUG && e->end != EVERY_ERROR)
				e->at = before; /* again, the next time */
			note_time(e);
			return;
		}
		before = e->at;
		note_time(e);
	}
	every_tell_size(e, before.ops, before.number);
}

static int exit_of(const struct every *e)
{
	const struct options *o = &e->options;

	switch (e->end) {
	case EVERY_BUG:
		return EXIT_BUG;
	case EVERY_INTERRUPTED:
		return EXIT_INTERRUPTED;
	case EVERY_ERROR:
		return e->row->row.code ? e->row->row.code : EXIT_ERROR;
	case EVERY_DONE:
		if (!e->tally.unproven)
			return EXIT_GOOD;
		break;
	case EVERY_BUDGET:
		break;
	}
	if (o->given.partial_exit)
		return (int)o->partial_exit;
	return o->require && !options_want_proof(o) ? EXIT_GOOD : EXIT_UNPROVEN;
}

int every_run(struct every *e)
{
	int code;

	crew_catch_signals();
	search_all(e);
	if (e->end == EVERY_BUDGET || e->end == EVERY_INTERRUPTED)
		every_save(e);
	else
		every_forget(e);
	code = exit_of(e);
	every_tell(e);
	if (e->options.json)
		code = every_json(e, e->options.json, code);
	return code;
}
