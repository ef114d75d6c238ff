/* SPDX-License-Identifier: MIT */
/* json_job.c - a job of iterative deepening, in the result and in the events */
#include <jansson.h>

#include "replay/symbols.h"
#include "report/json.h"

static json_t *place(const struct point *p, struct symbols *s)
{
	json_t *one = json_object();
	struct frame f = {0};

	if (s)
		symbols_frames(s, p->pc, &f, 1);
	json_object_set_new(one, "access",
		json_string(point_access_name[p->access % POINT_ACCESSES]));
	json_object_set_new(one, "file",
		f.path[0] ? json_clean(symbols_short(f.path)) : json_null());
	json_object_set_new(
		one, "line", f.line ? json_integer(f.line) : json_null());
	return one;
}

static json_t *points(
	const struct account *a, const struct ppset *set, struct symbols *s)
{
	json_t *all = json_object(), *classes = json_array(),
	       *racing = json_array();

	for (int i = 0; i < CLASS_COUNT; i++)
		if (i != CLASS_always && (set->classes >> i & 1))
			json_array_append_new(
				classes, json_string(op_class_name[i]));
	for (unsigned n = ppset_next(set, 0); n < PPSET_POINTS;
		n = ppset_next(set, n + 1))
		json_array_append_new(racing, place(&a->point[n], s));
	json_object_set_new(all, "classes", classes);
	json_object_set_new(all, "racing", racing);
	return all;
}

json_t *json_reruns(const struct rerun_count *n)
{
	json_t *one;

	if (!n)
		return json_null();
	one = json_object();
	json_object_set_new(
		one, "executions", json_integer((json_int_t)n->executions));
	json_object_set_new(
		one, "earlier", json_integer((json_int_t)n->earlier));
	json_object_set_new(one, "own", json_integer((json_int_t)n->own));
	json_object_set_new(
		one, "unknown", json_integer((json_int_t)n->unknown));
	return one;
}

void json_add_job(
	json_t *to, const struct account *a, unsigned i, struct symbols *s)
{
	static const char *const kind[] = {"maximal", "seed", "big", "small"};
	const struct job *j = &a->jobs->job[i];

	json_object_set_new(to, "kind", json_string(kind[j->kind]));
	json_object_set_new(to, "points", points(a, &j->set, s));
	json_object_set_new(to, "state", json_string(job_state_name[j->state]));
	json_object_set_new(to, "settled_by",
		j->by < 0 ? json_null() : json_integer(j->by));
	json_object_set_new(
		to, "proven", json_boolean(jobs_proven(a->jobs, i)));
	json_object_set_new(to, "bug", json_boolean(j->bug));
	json_object_set_new(
		to, "executions", json_integer((json_int_t)j->executions));
	json_object_set_new(to, "fraction",
		j->eta >= 0 ? json_real(j->fraction) : json_null());
	json_object_set_new(
		to, "reruns", json_reruns(a->reruns ? &a->reruns[i] : NULL));
}
