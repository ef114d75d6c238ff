/* SPDX-License-Identifier: MIT */
/* json_operations.c - the operations that no order explains, as JSON
 * (docs/formats/check-json.md)
 */
#include "report/json_operations.h"

#include <stdlib.h>

#include "report/json.h"
#include "report/operations.h"

static json_t *value_of(const struct recorded *r, value v)
{
	char text[128];

	if (v == VALUE_NONE)
		return json_null();
	recorded_value(r, v, text, sizeof text);
	return json_clean(text);
}

static json_t *operation(const struct judged *j, uint32_t i)
{
	const struct linear_op *op = &j->r.history.op[i];
	json_t *one = json_object(), *list = json_array();

	for (int k = 0; k < LINEAR_ARGUMENTS; k++)
		if (op->argument[k] != VALUE_NONE)
			json_array_append_new(
				list, value_of(&j->r, op->argument[k]));
	json_object_set_new(
		one, "thread", json_clean(recorded_thread(&j->r, op->thread)));
	json_object_set_new(one, "operation", json_clean(j->r.op[i].name));
	json_object_set_new(one, "arguments", list);
	json_object_set_new(one, "result", value_of(&j->r, op->result));
	json_object_set_new(one, "call", json_integer(op->call));
	json_object_set_new(one, "return",
		op->back == RANK_NEVER ? json_null() : json_integer(op->back));
	json_object_set_new(one, "wrong", json_boolean(i == j->verdict.wrong));
	return one;
}

json_t *json_operations(const struct channel *c)
{
	struct judged j;
	json_t *all, *list;

	if (!operations_judged(c, &j))
		return json_null();
	all = json_object();
	list = json_array();
	for (size_t i = 0; i < j.verdict.cores; i++)
		json_array_append_new(list, operation(&j, j.verdict.core[i]));
	json_object_set_new(all, "specification",
		json_clean(j.r.object[j.verdict.object].spec->name));
	json_object_set_new(all, "operations", list);
	json_object_set_new(all, "why", json_clean(j.why));
	judged_free(&j);
	return all;
}
