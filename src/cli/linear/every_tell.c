/* SPDX-License-Identifier: MIT */
/* every_tell.c - what came of all clients, for people and as JSON
 * (docs/formats/clients.md)
 */
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "cli/linear/every_client.h"
#include "cli/words/cli.h"
#include "report/json.h"
#include "report/sentence.h"

static const char *const word[] = {
	"verified", "bug", "partial", "partial", "error"};

static const char *verdict(const struct every *e)
{
	return e->end == EVERY_DONE && e->tally.unproven ? "partial"
							 : word[e->end];
}

static void say_models(const struct every *e, char *out, size_t size)
{
	struct sentence s = sentence_in(out, size);

	for (unsigned m = 0; m < e->models; m++)
		sentence_add(&s, "%s%s",
			m == 0		     ? ""
			: m + 1 == e->models ? " and "
					     : ", ",
			e->model[m]);
}

static void counted(char *out, size_t size, uint64_t n, const char *what)
{
	snprintf(out, size, "%" PRIu64 " %s%s", n, what, sentence_s(n));
}

/* "4 operations by up to 3 threads" */
static void say_size(
	const struct every *e, unsigned ops, char *out, size_t size)
{
	char n[40], k[40];

	counted(n, sizeof n, ops, "operation");
	counted(k, sizeof k, e->at.most_threads, "thread");
	snprintf(out, size, "%s by %s%s", n,
		e->at.most_threads > 1 && !e->table.threads_differ ? "up to "
								   : "",
		k);
}

void every_tell_size(const struct every *e, unsigned ops, uint64_t clients)
{
	char n[40], text[40];

	if (e->options.quiet || !ops)
		return;
	counted(n, sizeof n, ops, "operation");
	counted(text, sizeof text, clients, "client");
	fprintf(e->out, "up to %s: %s, %" PRIu64 " execution%s\n", n, text,
		e->tally.executions, sentence_s(e->tally.executions));
	fflush(e->out);
}

static void tell_bug(const struct every *e)
{
	char text[CLIENT_TEXT], n[40], k[40];
	const struct client_row *row = e->row;

	counted(k, sizeof k, client_callers(&e->at), "thread");
	counted(n, sizeof n, e->at.ops, "operation");
	client_say(&e->at, text, sizeof text);
	fprintf(e->out, "bug: %s (client %" PRIu64 ": %s, %s; %s)\n", row->bug,
		e->at.number, k, n, e->row_model);
	fprintf(e->out, "client: %s\n", text);
	if (row->picture[0])
		fputs(row->picture, e->out);
	else
		fprintf(e->out, "%s\n", row->row.why);
	if (row->row.schedule[0])
		fprintf(e->out, "scarp replay %s\n", row->row.schedule);
}

static void tell_error(const struct every *e)
{
	char text[CLIENT_TEXT];

	client_say(&e->at, text, sizeof text);
	fprintf(e->out, "error: client %" PRIu64 " (%s) under %s: %s\n",
		e->at.number, text, e->row_model,
		e->row->row.why[0] ? e->row->row.why : "it was not searched");
}

/* Sizes of which all clients were searched. */
static unsigned whole_sizes(const struct every *e)
{
	struct clients next = e->at;

	if (e->end == EVERY_DONE)
		return e->at.most_ops;
	if (!next.ops)
		return 0;
	return clients_next(&next) && next.ops == e->at.ops ? e->at.ops - 1
							    : e->at.ops;
}

static void tell_unproven(const struct every *e)
{
	const struct every_tally *t = &e->tally;

	if (t->unproven)
		fprintf(e->out,
			"%" PRIu64 " of them %s not proven; the first: %s\n",
			t->unproven, t->unproven == 1 ? "is" : "are",
			t->first_unproven);
}

static void tell_early(const struct every *e)
{
	char size[100], n[40];
	unsigned whole = whole_sizes(e);

	counted(n, sizeof n, e->at.number, "client");
	fprintf(e->out, "partial: no bug in %s", n);
	if (whole) {
		say_size(e, whole, size, sizeof size);
		fprintf(e->out, ", among them all of up to %s", size);
	}
	say_models(e, size, sizeof size);
	fprintf(e->out, " (%s); %s\n", size,
		e->end == EVERY_BUDGET ? "the budget ended"
				       : "it was interrupted");
	tell_unproven(e);
	if (e->disk.state_written)
		fprintf(e->out, "to go on: scarp resume %s\n",
			e->disk.directory);
}

static void tell_all(const struct every *e)
{
	char size[100], n[40], models[40];

	counted(n, sizeof n, e->at.number, "client");
	say_size(e, e->at.most_ops, size, sizeof size);
	say_models(e, models, sizeof models);
	fprintf(e->out,
		e->tally.unproven
			? "partial: no bug in all %s of up to %s (%s)\n"
			: "verified: all %s of up to %s, with the values that "
			  "the test names (%s)\n",
		n, size, models);
	tell_unproven(e);
}

void every_tell(const struct every *e)
{
	switch (e->end) {
	case EVERY_BUG:
		tell_bug(e);
		break;
	case EVERY_ERROR:
		tell_error(e);
		break;
	case EVERY_DONE:
		tell_all(e);
		break;
	default:
		tell_early(e);
	}
	if (!e->options.quiet)
		fprintf(e->out,
			"%" PRIu64 " client%s, %" PRIu64
			" execution%s, %.1f s\n",
			e->at.number, sentence_s(e->at.number),
			e->tally.executions, sentence_s(e->tally.executions),
			e->tally.seconds);
	fflush(e->out);
}

static json_t *bug_json(const struct every *e)
{
	const struct client_row *row = e->row;
	char text[CLIENT_TEXT];

	if (e->end != EVERY_BUG)
		return json_null();
	client_say(&e->at, text, sizeof text);
	return json_pack("{s:I, s:o, s:i, s:i, s:s, s:o, s:o}", "number",
		(json_int_t)e->at.number, "client", json_clean(text), "threads",
		client_callers(&e->at), "operations", e->at.ops, "model",
		e->row_model, "title", json_clean(row->row.why), "schedule",
		row->row.schedule[0] ? json_clean(row->row.schedule)
				     : json_null());
}

int every_json(const struct every *e, const char *path, int code)
{
	bool out = strcmp(path, "-") == 0;
	json_t *models = json_array(), *all;
	int bad;

	for (unsigned m = 0; m < e->models; m++)
		json_array_append_new(models, json_string(e->model[m]));
	all = json_pack("{s:s, s:i, s:s, s:i, s:o, s:i, s:i, s:i, s:I, s:I, "
			"s:I, s:I, s:f, s:o}",
		"format", "scarp-clients", "version", 1, "verdict", verdict(e),
		"exit", code, "models", models, "operations", e->at.most_ops,
		"threads", e->at.most_threads, "all_up_to", whole_sizes(e),
		"clients", (json_int_t)e->at.number, "verified",
		(json_int_t)e->tally.verified, "unproven",
		(json_int_t)e->tally.unproven, "executions",
		(json_int_t)e->tally.executions, "seconds", e->tally.seconds,
		"bug", bug_json(e));
	bad = !all  ? 1
	      : out ? json_dumpf(all, stdout, JSON_INDENT(2))
		    : json_dump_file(all, path, JSON_INDENT(2));
	if (out)
		bad |= puts("") < 0 || fflush(stdout) != 0;
	if (bad)
		fprintf(stderr, "scarp: cannot write '%s'" SC(432) "\n", path);
	json_decref(all);
	return bad && code != EXIT_BUG ? EXIT_USAGE : code;
}
