/* SPDX-License-Identifier: MIT */
/* json_progress.c - what --progress came to, as JSON
 * (docs/formats/check-json.md)
 */
#include <jansson.h>

#include "report/json.h"
#include "report/result.h"

json_t *json_progress(const struct result *r)
{
	const struct channel_progress *p = &r->progress;
	json_t *one;

	if (!r->progress_steps)
		return json_null();
	one = json_object();
	json_object_set_new(
		one, "steps", json_integer((json_int_t)r->progress_steps));
	json_object_set_new(one, "runs", json_integer((json_int_t)p->runs));
	json_object_set_new(
		one, "returned", json_integer((json_int_t)p->returned));
	json_object_set_new(
		one, "alone_most", json_integer((json_int_t)p->alone_most));
	json_object_set_new(
		one, "among_most", json_integer((json_int_t)p->among_most));
	return one;
}
