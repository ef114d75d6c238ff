/* SPDX-License-Identifier: MIT */
/* passing.c - the nearest execution that does not fail, beside the one that
 * does
 *
 * Its steps are told as the others are, with the same tables of files, stacks
 * and locks.  Both begin alike: `common` steps of each are the same.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/course.h"
#include "report/html/picture.h"
#include "report/letters.h"

/* The next item that has a step; the end: none. */
static uint32_t next(const struct picture *p, uint32_t item)
{
	while (item < p->all.count && !p->step[item])
		item++;
	return item;
}

static uint32_t common(const struct picture *a, const struct picture *b)
{
	uint32_t i = next(a, 0), j = next(b, 0), n = 0;

	while (i < a->all.count && j < b->all.count &&
		course_key(a->c, &a->all.item[i]) ==
			course_key(b->c, &b->all.item[j])) {
		i = next(a, i + 1);
		j = next(b, j + 1);
		n++;
	}
	return n;
}

/* What both write to. */
static void take_tables(struct picture *to, const struct picture *from)
{
	to->files = from->files;
	to->stack_hash = from->stack_hash;
	to->stack_count = from->stack_count;
	to->stack_room = from->stack_room;
	to->lock = from->lock;
	to->lock_count = from->lock_count;
	to->lock_room = from->lock_room;
}

void passing_tell(struct picture *p, json_t *to)
{
	static struct picture q;
	json_t *one, *steps;
	char *text;

	memset(&q, 0, sizeof q);
	q.r = p->r;
	q.found = p->found;
	q.c = p->found->passing;
	q.bug = p->bug;
	q.stacks = p->stacks;
	q.locks = p->locks;
	take_tables(&q, p);
	names_init(&q.names, q.c);
	letters_like(&q.names, &p->names);
	if (p->decisive.fails)
		q.names.note = p->decisive.there;
	if (steps_tell(&q) && asprintf(&text, "[%s]", q.text) >= 0) {
		steps = json_loads(text, 0, NULL);
		free(text);
		one = json_object();
		json_object_set_new(one, "common", json_integer(common(p, &q)));
		if (p->decisive.fails)
			json_object_set_new(
				one, "pair", html_pair(&q, p->decisive.there));
		json_object_set_new(one, "steps", steps);
		if (steps)
			json_object_set(to, "passing", one);
		json_decref(one);
	}
	take_tables(p, &q);
	steps_free(&q);
	names_fini(&q.names);
}
