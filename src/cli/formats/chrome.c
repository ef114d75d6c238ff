/* SPDX-License-Identifier: MIT */
/* chrome.c - the steps of a bug for a trace viewer (chrome://tracing,
 * ui.perfetto.dev): a lane for each thread, a microsecond for each step
 *
 * Time is order here: step n is from n to n + 1.  An arrow leads from each step
 * to those that come behind it in other threads.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/formats/formats.h"

/* Number of the lane: that of the thread. */
static json_int_t lane(const json_t *step)
{
	const char *t = text_of(step, "thread");

	return *t ? strtoll(t + 1, NULL, 10) : 0;
}

static json_t *event(
	const char *phase, const char *name, const json_t *step, size_t time)
{
	return json_pack("{s:s, s:s, s:i, s:I, s:I}", "ph", phase, "name", name,
		"pid", 1, "tid", lane(step), "ts", (json_int_t)time);
}

static void take(json_t *to, const json_t *from, const char *key)
{
	json_t *value = json_object_get(from, key);

	if (value)
		json_object_set(to, key, value);
}

static json_t *details(const json_t *bug, const json_t *step)
{
	const json_t *frame = frame_of(bug, step);
	json_t *all = json_object();
	char place[300];

	place_of(frame, place, sizeof place);
	if (*place)
		json_object_set_new(all, "place", json_string(place));
	take(all, frame, "function");
	take(all, frame, "source");
	take(all, step, "operation");
	take(all, step, "object");
	take(all, step, "value");
	take(all, step, "switch");
	take(all, step, "row");
	return all;
}

/* An array of many members, one a line, of which no more than one is held. */
static void put(FILE *out, json_t *one, bool *any)
{
	fprintf(out, "%s\n", *any ? "," : "");
	json_dumpf(one, out, JSON_COMPACT);
	json_decref(one);
	*any = true;
}

static void arrows(FILE *out, const json_t *steps, const char *key,
	const json_t *step, size_t i, json_int_t *number, bool *any)
{
	const json_t *from;
	size_t k;

	json_array_foreach(json_object_get(step, key), k, from)
	{
		json_int_t at = json_integer_value(from);
		const json_t *other =
			at < 0 ? NULL : json_array_get(steps, (size_t)at);
		json_t *end;

		if (!other)
			continue;
		end = event("s", key, other, (size_t)at);
		json_object_set_new(end, "cat", json_string("order"));
		json_object_set_new(end, "id", json_integer(*number));
		put(out, end, any);
		end = event("f", key, step, i);
		json_object_set_new(end, "cat", json_string("order"));
		json_object_set_new(end, "id", json_integer((*number)++));
		json_object_set_new(end, "bp", json_string("e"));
		put(out, end, any);
	}
}

static void name_lane(FILE *out, const json_t *thread, bool *any)
{
	json_t *one = event("M", "thread_name", thread, 0);

	json_object_set_new(one, "args",
		json_pack("{s:s}", "name", text_of(thread, "name")));
	put(out, one, any);
}

static void write(const struct document *d, size_t n, FILE *out)
{
	const json_t *bug = document_bug(d), *steps = steps_of(bug), *one;
	const json_t *trace = json_object_get(bug, "trace");
	json_int_t number = 1;
	json_t *other, *notes;
	bool any = false;
	size_t i;

	fprintf(out, "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [");
	json_array_foreach(json_object_get(trace, "threads"), i, one)
		name_lane(out, one, &any);
	json_array_foreach(steps, i, one)
	{
		json_t *step = event("X", text_of(one, "text"), one, i);

		json_object_set_new(step, "dur", json_integer(1));
		json_object_set_new(
			step, "cat", json_string(text_of(one, "operation")));
		json_object_set_new(step, "args", details(bug, one));
		if (is_true(one, "failed"))
			json_object_set_new(
				step, "cname", json_string("terrible"));
		put(out, step, &any);
		arrows(out, steps, "after", one, i, &number, &any);
		arrows(out, steps, "after_data", one, i, &number, &any);
	}
	notes = json_object_get(trace, "notes");
	other = json_pack("{s:s, s:s, s:O?}", "tool", "scarp", "bug",
		text_of(bug, "title"), "notes", notes);
	fprintf(out, "\n], \"otherData\": ");
	json_dumpf(other, out, JSON_COMPACT);
	json_decref(other);
	fprintf(out, "}\n");
}

const struct format format_chrome = {.name = "chrome",
	.what = "the steps of a bug for a trace viewer (chrome://tracing, "
		"ui.perfetto.dev): a lane a thread",
	.write = write};
