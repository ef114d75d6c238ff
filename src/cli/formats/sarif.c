/* SPDX-License-Identifier: MIT */
/* sarif.c - results as SARIF 2.1.0: for the pages of a forge, and editors
 *
 * A run for each search.  Bugs are results of level `error` with a code flow
 * that has a thread flow for each thread; data races are results, too.  Paths
 * are relative to SRCROOT, the directory of the check.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "channel/channel.h"
#include "cli/formats/escape.h"
#include "cli/formats/fingerprint.h"
#include "cli/formats/formats.h"
#include "report/messages.h"

enum {
	STEPS_SHOWN =
		5000 /* in a flow; of a longer one what the report shows */
};

/* In a message { and } are written twice, and "](" would make a link. */
static json_t *message(const char *text)
{
	char *out = malloc(2 * strlen(text) + 1), *to = out;
	json_t *all;

	if (!out)
		return json_pack("{s:s}", "text", "");
	for (; *text; text++) {
		if (*text == '{' || *text == '}' || *text == '\\')
			*to++ = *text;
		else if (*text == ']' && text[1] == '(')
			*to++ = '\\';
		*to++ = *text;
	}
	*to = '\0';
	all = json_pack("{s:s}", "text", out);
	free(out);
	return all;
}

/* --- places -----------------------------------------------------------------
 */

static json_t *physical(const char *file, json_int_t line, const char *source)
{
	char uri[2048];
	json_t *artifact, *region;

	escape_uri(file, uri, sizeof uri);
	artifact = json_pack("{s:s}", "uri", uri);
	if (file[0] != '/')
		json_object_set_new(
			artifact, "uriBaseId", json_string("SRCROOT"));
	region = json_pack("{s:I}", "startLine", line > 0 ? line : 1);
	if (*source)
		json_object_set_new(
			region, "snippet", json_pack("{s:s}", "text", source));
	return json_pack(
		"{s:o, s:o}", "artifactLocation", artifact, "region", region);
}

static json_t *location(const char *file, json_int_t line, const char *function,
	const char *source)
{
	json_t *all = json_object();

	if (*file)
		json_object_set_new(
			all, "physicalLocation", physical(file, line, source));
	if (*function)
		json_object_set_new(all, "logicalLocations",
			json_pack("[{s:s, s:s}]", "name", function, "kind",
				"function"));
	return all;
}

static json_t *at_frame(const json_t *frame)
{
	return location(text_of(frame, "file"), number_of(frame, "line"),
		text_of(frame, "function"), text_of(frame, "source"));
}

static json_t *says(json_t *place, const char *text)
{
	json_object_set_new(place, "message", message(text));
	return place;
}

static json_t *call_stack(const json_t *frames, const char *text)
{
	json_t *all = json_array();
	const json_t *one;
	size_t i;

	json_array_foreach(frames, i, one)
	{
		json_array_append_new(
			all, json_pack("{s:o}", "location", at_frame(one)));
	}
	return json_pack("{s:o, s:o}", "message", message(text), "frames", all);
}

/* --- the flow of a bug ------------------------------------------------------
 */

static json_t *flow_step(const json_t *bug, const json_t *step, size_t i)
{
	json_t *place =
		says(at_frame(frame_of(bug, step)), text_of(step, "text"));

	return json_pack("{s:o, s:I, s:s}", "location", place, "executionOrder",
		(json_int_t)i + 1, "importance",
		is_true(step, "failed")	 ? "essential"
		: is_true(step, "shown") ? "important"
					 : "unimportant");
}

static json_t *thread_flow(
	const json_t *bug, const json_t *thread, bool shown_alone)
{
	const char *name = text_of(thread, "thread");
	json_t *places = json_array();
	const json_t *one;
	size_t i;

	json_array_foreach(steps_of(bug), i, one)
	{
		if (strcmp(text_of(one, "thread"), name) != 0 ||
			(shown_alone && !is_true(one, "shown")))
			continue;
		json_array_append_new(places, flow_step(bug, one, i));
	}
	if (!json_array_size(places)) {
		json_decref(places);
		return NULL;
	}
	return json_pack("{s:s, s:o, s:o}", "id", name, "message",
		message(text_of(thread, "name")), "locations", places);
}

static json_t *code_flows(const json_t *bug)
{
	const json_t *trace = json_object_get(bug, "trace"), *one;
	json_t *flows = json_array();
	bool many = json_array_size(steps_of(bug)) > STEPS_SHOWN;
	size_t i;

	json_array_foreach(json_object_get(trace, "threads"), i, one)
	{
		json_t *flow = thread_flow(bug, one, many);

		if (flow)
			json_array_append_new(flows, flow);
	}
	if (!json_array_size(flows)) {
		json_decref(flows);
		return json_array();
	}
	return json_pack("[{s:o}]", "threadFlows", flows);
}

/* --- results ----------------------------------------------------------------
 */

/* How many with this fingerprint there are. */
static unsigned count(json_t *prints, const char *hex)
{
	json_int_t n = json_integer_value(json_object_get(prints, hex)) + 1;

	json_object_set_new(prints, hex, json_integer(n));
	return (unsigned)n;
}

/* The code of a kind of bug; of one that this scarp does not know, its name. */
static const struct message *message_of_kind(const char *kind)
{
	for (int i = 1; i < BUG_COUNT; i++)
		if (strcmp(bug_info[i].name, kind) == 0)
			return message_of_bug((enum bug_kind)i);
	return NULL;
}

static json_t *rule_id(const char *kind)
{
	const struct message *m = message_of_kind(kind);

	return m ? json_sprintf("SC%u", m->number) : json_string(kind);
}

static json_t *result(const char *kind, const char *level, const char *text,
	json_t *where, uint64_t print, json_t *prints)
{
	char hex[24];
	unsigned n;

	snprintf(hex, sizeof hex, "%016" PRIx64, print);
	n = count(prints, hex);
	if (n > 1)
		snprintf(hex + 16, sizeof hex - 16, ":%u", n % 1000000);
	return json_pack("{s:o, s:s, s:o, s:o, s:{s:s}}", "ruleId",
		rule_id(kind), "level", level, "message", message(text),
		"locations", where, "partialFingerprints", "scarp/v1", hex);
}

/* Empty where nothing is known. */
static json_t *places(json_t *one)
{
	if (json_object_size(one))
		return json_pack("[o]", one);
	json_decref(one);
	return json_array();
}

static json_t *of_waits(const json_t *bug)
{
	const json_t *one, *trace = json_object_get(bug, "trace");
	json_t *all = json_array();
	size_t i;

	json_array_foreach(json_object_get(trace, "waits"), i, one)
	{
		char text[700];

		snprintf(text, sizeof text, "%s %s", text_of(one, "thread"),
			text_of(one, "text"));
		text_whole(text);
		json_array_append_new(
			all, says(at_frame(frame_of(bug, one)), text));
	}
	return all;
}

static const char *source_of(const json_t *bug)
{
	const json_t *one, *last = NULL;
	size_t i;

	json_array_foreach(steps_of(bug), i, one)
	{
		if (is_true(one, "failed"))
			last = one;
	}
	return text_of(frame_of(bug, last), "source");
}

static json_t *of_bug(const json_t *bug, json_t *prints)
{
	bool sure = is_true(bug, "confirmed");
	const json_t *top = json_array_get(json_object_get(bug, "stack"), 0);
	char text[1600];
	json_t *one;

	snprintf(text, sizeof text, "%s%s%s", text_of(bug, "title"),
		sure ? "" : " (not confirmed: ", text_of(bug, "why_not"));
	text_whole(text);
	if (!sure && strlen(text) + 1 < sizeof text)
		strcat(text, ")");
	one = result(text_of(bug, "kind"), sure ? "error" : "warning", text,
		places(location(text_of(bug, "file"), number_of(bug, "line"),
			text_of(top, "function"), source_of(bug))),
		fingerprint_bug(bug), prints);
	json_object_set_new(one, "codeFlows", code_flows(bug));
	json_object_set_new(one, "relatedLocations", of_waits(bug));
	if (json_array_size(json_object_get(bug, "stack")))
		json_object_set_new(one, "stacks",
			json_pack(
				"[o]", call_stack(json_object_get(bug, "stack"),
					       "where it failed")));
	json_object_set_new(one, "properties",
		json_pack("{s:s, s:I, s:I}", "schedule",
			text_of(bug, "schedule"), "execution",
			number_of(bug, "execution"), "steps",
			number_of(bug, "steps")));
	return one;
}

static json_t *side(const json_t *access)
{
	return location(text_of(access, "file"), number_of(access, "line"),
		text_of(access, "function"), "");
}

static void says_access(const json_t *access, char *out, size_t size)
{
	snprintf(out, size, "%s: %s in %s", text_of(access, "thread"),
		text_of(access, "access"), text_of(access, "function"));
	text_whole(out);
}

static json_t *of_race(const json_t *race, json_t *prints)
{
	const json_t *a = json_object_get(race, "first"),
		     *b = json_object_get(race, "second");
	const char *class = text_of(race, "class");
	bool harmless = strcmp(class, "failing") != 0 &&
			strcmp(class, "unclassified") != 0;
	char text[900], other[400];
	json_t *one;

	snprintf(text, sizeof text, "data race on %s (%s)",
		text_of(race, "object"), class);
	text_whole(text);
	says_access(b, other, sizeof other);
	one = result("data_race", harmless ? "note" : "warning", text,
		places(side(a)), fingerprint_race(race), prints);
	json_object_set_new(one, "relatedLocations",
		json_pack("[o]", says(side(b), other)));
	json_object_set_new(one, "stacks",
		json_pack("[o, o]",
			call_stack(json_object_get(a, "stack"), "one access"),
			call_stack(json_object_get(b, "stack"), "the other")));
	if (number_of(race, "suppressed"))
		json_object_set_new(one, "suppressions",
			json_pack("[{s:s}]", "kind", "external"));
	return one;
}

/* One of each two lines, as the text report has them. */
static json_t *results(const struct document *d, const json_t *search)
{
	json_t *all = json_array(), *prints = json_object();
	const json_t *one;
	size_t i;

	json_array_foreach(json_object_get(search, "bugs"), i, one)
	{
		if (document_shows(d, i))
			json_array_append_new(all, of_bug(one, prints));
	}
	json_array_foreach(document_others(d, search), i, one)
		json_array_append_new(all, of_bug(one, prints));
	json_array_foreach(json_object_get(search, "races"), i, one)
	{
		if (!d->bug && number_of(one, "group") == (json_int_t)i)
			json_array_append_new(all, of_race(one, prints));
	}
	json_decref(prints);
	return all;
}

/* --- a run ------------------------------------------------------------------
 */

static json_t *rule(const char *id)
{
	const struct message *m =
		strncmp(id, "SC", 2) == 0
			? message_numbered((unsigned)atoi(id + 2))
			: NULL;
	json_t *one = json_pack("{s:s, s:o}", "id", id, "shortDescription",
		message(m ? m->text : id));

	if (m) {
		json_object_set_new(one, "name", json_string(m->name));
		json_object_set_new(one, "help", message(m->explanation));
	}
	return one;
}

/* Those of the results, each once. */
static json_t *rules(const json_t *results)
{
	json_t *all = json_array(), *there = json_object();
	const json_t *one;
	size_t i;

	json_array_foreach(results, i, one)
	{
		const char *kind = text_of(one, "ruleId");

		if (json_object_get(there, kind))
			continue;
		json_object_set_new(there, kind, json_true());
		json_array_append_new(all, rule(kind));
	}
	json_decref(there);
	return all;
}

static json_t *invocation(const json_t *search)
{
	const char *verdict = text_of(search, "verdict"),
		   *error = text_of(search, "error");
	bool well = *verdict && strcmp(verdict, "error") != 0;
	json_t *one = json_pack("{s:b}", "executionSuccessful", (int)well);

	if (*error)
		json_object_set_new(one, "toolExecutionNotifications",
			json_pack("[{s:s, s:o}]", "level", "error", "message",
				message(error)));
	return one;
}

static json_t *run(
	const struct document *d, const json_t *search, const char *name)
{
	json_t *found = results(d, search), *one, *more;
	const char *version = text_of(search, "scarp");
	char command[500];

	command_of(search, command, sizeof command);
	one = json_pack("{s:{s:{s:s, s:s, s:o}}, s:o, s:{s:{s:o}}, s:[o]}",
		"tool", "driver", "name", "scarp", "version",
		*version ? version : SCARP_VERSION, "rules", rules(found),
		"results", found, "originalUriBaseIds", "SRCROOT",
		"description",
		message("the directory in which the check was started"),
		"invocations", invocation(search));
	more = json_pack("{s:s, s:s, s:s}", "verdict",
		text_of(search, "verdict"), "sentence",
		text_of(search, "sentence"), "test", command);
	if (*name)
		json_object_set_new(more, "case", json_string(name));
	if (json_object_get(search, "caveats"))
		json_object_set(
			more, "caveats", json_object_get(search, "caveats"));
	json_object_set_new(one, "properties", more);
	return one;
}

static void write(const struct document *d, size_t n, FILE *out)
{
	json_t *runs = json_array(), *all;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < document_searches(&d[i]); k++) {
			const char *name, *why;
			const json_t *search =
				document_search(&d[i], k, &name, &why);

			if (!*why)
				json_array_append_new(
					runs, run(&d[i], search, name));
		}
	all = json_pack("{s:s, s:s, s:o}", "$schema",
		"https://json.schemastore.org/sarif-2.1.0.json", "version",
		"2.1.0", "runs", runs);
	json_dumpf(all, out, JSON_INDENT(2));
	fputc('\n', out);
	json_decref(all);
}

const struct format format_sarif = {.name = "sarif",
	.what = "results as SARIF 2.1.0: bugs with their steps, and data races",
	.whole = true,
	.write = write};
