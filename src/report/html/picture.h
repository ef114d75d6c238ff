/* SPDX-License-Identifier: MIT */
/* picture.h - what the parts of a page have in common while it is made */
#ifndef REPORT_HTML_PICTURE_H
#define REPORT_HTML_PICTURE_H

#include "report/html/files.h"
#include "report/html/values.h"
#include "report/decisive.h"
#include "report/names.h"
#include "report/result.h"
#include "report/sequence.h"

struct json_t;

struct picture {
	const struct result *r;
	const struct found *found;
	const struct channel *c;
	const struct channel_bug *bug;
	struct decisive decisive; /* all zero: nothing is known */
	struct names names;
	struct files files;
	struct sequence all; /* from steps_tell on */
	uint32_t *step;	     /* of each item, from 1; 0: it has none */
	uint32_t steps;
	FILE *to; /* the steps in JSON, with commas; then they are in: */
	char *text;
	size_t text_size;
	struct values values;
	struct json_t *stacks; /* each one once: */
	uint64_t *stack_hash;
	uint32_t stack_count, stack_room;
	uint64_t *lock; /* their addresses; the names are in: */
	struct json_t *locks;
	uint32_t lock_count, lock_room;
};

/* A step for each row that `--full` has, in p->text.  False: no memory. */
bool steps_tell(struct picture *p);
void steps_free(struct picture *p);

/* The number of a stack in p->stacks; -1: it is empty. */
int frames_stack(struct picture *p, const struct channel_stack *s);
/* [[function, file or -1, line, module if there is no line], ...] */
struct json_t *frames_json(struct picture *p, const struct channel_stack *s);

/* The number of a lock in p->locks; -1: none. */
int picture_lock(struct picture *p, const struct channel_place *place);

/* {t: thread, who: "T1 pay", ...}: who waits for what at the end. */
struct json_t *waits_json(struct picture *p);

/* Races by pairs of lines, with the steps that are their sides. */
struct json_t *pairs_json(struct picture *p);

/* {w: places in words, in: the one that it is a part of, or -1, ...} */
struct json_t *spaces_json(struct picture *p);

/* [from, to, kind, ...], steps from 0. */
struct json_t *arrows_json(struct picture *p);

/* Steps of the sentence on what decides (decisive.h), each where the page has
 * it, or -1: after, step, before; of two pairs each with its second behind it.
 */
struct json_t *html_pair(const struct picture *p, const struct noted *note);

/* {steps: [...], common: so many are the same in both, pair: [...]}, into
 * "passing". */
void passing_tell(struct picture *p, struct json_t *to);

/* JSON in which no text ends the script that it is in.  Nonzero: failed. */
int html_json(const struct json_t *j, FILE *out);

#endif
