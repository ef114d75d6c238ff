/* SPDX-License-Identifier: MIT */
#include "report/others.h"

#include <inttypes.h>
#include <jansson.h>

#include "report/json.h"
#include "report/messages.h"
#include "report/text.h"

void others_told(const struct result *r, FILE *out)
{
	const struct others *o = &r->others;

	if (!o->executions)
		fprintf(out, "other schedules were not tried");
	else if (o->bugs)
		fprintf(out, "some more schedules, drawn at random, fail in "
			     "other ways: see below");
	else if (o->unsteady)
		fprintf(out,
			"some more schedules, drawn at random, failed in "
			"another way, but not when they were replayed: the "
			"test is not the same each time that it runs");
	else if (o->cut)
		fprintf(out,
			"only %" PRIu64
			" more, drawn at random, could be tried in the time "
			"for that; none failed in another way",
			o->executions);
	else
		fprintf(out, "some more schedules, drawn at random, did not "
			     "fail in another way");
}

void others_print(const struct result *r, FILE *out)
{
	const struct others *o = &r->others;
	char title[800], file[512];
	unsigned line;

	if (!o->bugs)
		return;
	fprintf(out, "\nother schedules, drawn at random, fail in another way "
		     "(their reports: scarp replay):\n");
	for (unsigned i = 0; i < o->bugs; i++) {
		const struct found *f = &o->found[i];

		result_title(f->in, f->bug, title, sizeof title);
		text_location(f->replay, &f->replay->bug[0], file, sizeof file,
			&line);
		fprintf(out, "  %s [SC%u]\n", title,
			message_of_bug((enum bug_kind)f->bug->kind)->number);
		if (line)
			fprintf(out, "    at %s:%u\n", file, line);
		if (f->schedule_path[0])
			fprintf(out, "    scarp replay %s\n", f->schedule_path);
	}
	if (o->left_out)
		fprintf(out, "  ... and %u more\n", o->left_out);
}

json_t *json_others(const struct result *r)
{
	const struct others *o = &r->others;
	json_t *all, *bugs;

	if (!o->executions)
		return json_null();
	all = json_object();
	bugs = json_array();
	json_object_set_new(
		all, "executions", json_integer((json_int_t)o->executions));
	for (unsigned i = 0; i < o->bugs; i++)
		json_array_append_new(bugs, json_bug(&o->found[i]));
	json_object_set_new(all, "cut", json_boolean(o->cut));
	json_object_set_new(all, "unsteady", json_boolean(o->unsteady));
	json_object_set_new(all, "bugs", bugs);
	return all;
}
