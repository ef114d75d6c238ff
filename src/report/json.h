/* SPDX-License-Identifier: MIT */
/* json.h - the result as one JSON object (docs/formats/check-json.md) */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <stdio.h>

#include "report/result.h"

struct json_t;

/* A string; whatever is no UTF-8 (a message may hold any bytes) becomes '?'. */
struct json_t *json_clean(const char *s);

/* `error`, and its code by itself; "": both are null. */
void json_add_error(struct json_t *to, const char *error);

/* NULL: null. */
struct json_t *json_reruns(const struct rerun_count *n);

/* Fields of job i; places are looked up in `symbols`, NULL: they are null. */
void json_add_job(struct json_t *to, const struct account *a, unsigned i,
	struct symbols *symbols);

/* What a bug's replay did: null if there was none. */
struct json_t *json_trace(const struct found *f);

/* The same of the nearest execution that does not fail, with how many steps it
 * has in common with `trace`; null if none is known. */
struct json_t *json_passing(const struct found *f, const struct json_t *trace);

/* Its stores that were late, and overtaken; null if that is not known. */
struct json_t *json_late(const struct found *f);
/* The lines of stores behind which a fence would have ruled it out. */
struct json_t *json_fence_behind(const struct found *f);
/* Of --progress; null without it (json_progress.c). */
struct json_t *json_progress(const struct result *r);

/* One of "bugs". */
struct json_t *json_bug(const struct found *f);

/* `c` is any channel of the check that lists its modules. */
int json_write(const struct result *r, const struct channel *c, FILE *out,
	struct err *err);

#endif
