/* SPDX-License-Identifier: MIT */
#include "cli/linear/answer.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "report/why.h"

void answer_word(const struct linear_verdict *v,
	enum linear_condition condition, char *out, size_t size)
{
	const char *word = linear_condition_word[condition];

	if (v->answer == LINEAR_EXPLAINED)
		snprintf(out, size, "%s", word);
	else if (v->answer == LINEAR_WRONG)
		snprintf(out, size, "not %s", word);
	else
		snprintf(out, size, "unknown");
}

static json_t *value_json(const struct recorded *r, value v)
{
	if (v == VALUE_EMPTY || v == VALUE_NONE)
		return json_null();
	if (v == VALUE_YES || v == VALUE_NO)
		return json_boolean(v == VALUE_YES);
	if (v >= VALUE_LEAST)
		return json_integer(v);
	return json_string(r->texts.name[v - VALUE_TEXT]);
}

static json_t *op_json(const struct recorded *r, uint32_t i)
{
	static const char *const ends[] = {[LINEAR_RETURNED] = "returned",
		[LINEAR_PENDING] = "pending",
		[LINEAR_BLOCKED] = "blocked"};
	const struct linear_op *op = &r->history.op[i];
	json_t *arguments = json_array(), *o;

	for (int k = 0; k < LINEAR_ARGUMENTS; k++)
		if (op->argument[k] != VALUE_NONE)
			json_array_append_new(
				arguments, value_json(r, op->argument[k]));
	o = json_pack("{s:s, s:s, s:s, s:o, s:s, s:i}", "thread",
		r->threads.name[op->thread], "object",
		r->objects.name[op->object], "operation", r->op[i].name,
		"arguments", arguments, "end", ends[op->end], "call line",
		(int)r->op[i].call_line);
	if (o && op->end == LINEAR_RETURNED) {
		json_object_set_new(o, "result", value_json(r, op->result));
		json_object_set_new(
			o, "return line", json_integer(r->op[i].back_line));
	}
	return o;
}

/* What is made in one step is a list of its own. */
static json_t *order_json(
	const struct recorded *r, const struct linear_verdict *v)
{
	json_t *list = json_array(), *step = NULL;

	for (size_t k = 0; k < v->ordered; k++) {
		if (!step)
			step = json_array();
		json_array_append_new(
			step, op_json(r, v->order[k] & ~LINEAR_WITH_NEXT));
		if (v->order[k] & LINEAR_WITH_NEXT)
			continue;
		json_array_append_new(list, step);
		step = NULL;
	}
	return list;
}

static json_t *wrong_json(const struct recorded *r,
	const struct linear_verdict *v, enum linear_condition condition)
{
	json_t *list = json_array();
	char why[600];

	for (size_t i = 0; i < v->cores; i++)
		json_array_append_new(list, op_json(r, v->core[i]));
	why_say(r, v, condition, why, sizeof why);
	return json_pack("{s:o, s:s, s:o, s:o}", "operations", list, "why", why,
		"key",
		v->key == VALUE_NONE ? json_null() : value_json(r, v->key),
		"no place for",
		v->wrong == UINT32_MAX ? json_null() : op_json(r, v->wrong));
}

static json_t *answer_json(const struct recorded *r,
	const struct linear_verdict *v, enum linear_condition condition)
{
	static const char *const limits[] = {
		[LINEAR_NO_STEPS] = "steps", [LINEAR_NO_MEMORY] = "memory"};
	char word[64];
	json_t *all;

	answer_word(v, condition, word, sizeof word);
	all = json_pack("{s:s, s:i, s:s, s:s, s:s, s:I, s:I, s:I, s:I}",
		"format", "scarp-linearize", "version", 1, "history", r->path,
		"condition", linear_condition_name[condition], "verdict", word,
		"operations", (json_int_t)r->history.ops, "parts",
		(json_int_t)v->parts, "parts without a search",
		(json_int_t)v->fast, "steps", (json_int_t)v->steps);
	if (!all)
		return NULL;
	if (v->answer == LINEAR_EXPLAINED)
		json_object_set_new(all, "order", order_json(r, v));
	else if (v->answer == LINEAR_WRONG)
		json_object_set_new(all, "wrong", wrong_json(r, v, condition));
	else
		json_object_set_new(
			all, "limit", json_string(limits[v->answer]));
	return all;
}

int answer_write(const struct recorded *r, const struct linear_verdict *v,
	enum linear_condition condition, const char *path, struct err *err)
{
	bool standard = strcmp(path, "-") == 0;
	FILE *f = standard ? stdout : fopen(path, "we");
	json_t *all;
	bool good;

	if (!f)
		return fail(err, ERR_USAGE, "cannot write '%.180s': %s" SC(432),
			path, strerror(errno));
	all = answer_json(r, v, condition);
	good = all && json_dumpf(all, f, JSON_INDENT(2)) == 0 &&
	       fputc('\n', f) != EOF;
	json_decref(all);
	if ((standard ? fflush(f) : fclose(f)) != 0 || !good)
		return fail(err, ERR_USAGE, "cannot write '%.180s': %s" SC(432),
			path, strerror(errno));
	return OK;
}
