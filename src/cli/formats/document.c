/* SPDX-License-Identifier: MIT */
#include "cli/formats/document.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/disk/results.h"

/* --- which file -------------------------------------------------------------
 */

static bool is_number(const char *s)
{
	return *s && !s[strspn(s, "0123456789")];
}

/* "bug-3.schedule", "bug-3.txt": the number; 0: another name. */
static unsigned number_in(const char *name, const char *before)
{
	size_t n = strlen(before);
	char *end;
	unsigned long number;

	if (strncmp(name, before, n) != 0)
		return 0;
	number = strtoul(name + n, &end, 10);
	return *end == '.' && number < 1000000 ? (unsigned)number : 0;
}

static void in_directory(struct document *d, const char *name)
{
	char one[560];

	snprintf(d->path, sizeof d->path, "%.500s/check.json", name);
	if (access(d->path, F_OK) == 0)
		return;
	results_latest(name, one, sizeof one);
	if (access(one, F_OK) == 0)
		snprintf(d->path, sizeof d->path, "%.560s/check.json", one);
}

/* Beside the file of a bug. */
static int beside(struct document *d, const char *name, struct err *err)
{
	const char *slash = strrchr(name, '/'),
		   *last = slash ? slash + 1 : name;
	int length = slash ? (int)(slash - name) + 1 : 0;

	d->bug = number_in(last, "bug-");
	if (d->bug) {
		snprintf(d->path, sizeof d->path, "%.*scheck.json", length,
			name);
		return OK;
	}
	if (number_in(last, "found-"))
		return fail(err, ERR_USAGE,
			"the check that left '%s' did not come to its end, so "
			"there is no result to show; 'scarp replay --json FILE "
			"%s' makes one" SC(435),
			name, name);
	snprintf(d->path, sizeof d->path, "%s", name);
	return OK;
}

static int find(struct document *d, const char *name, struct err *err)
{
	char latest[560];
	struct stat st;

	d->bug = 0;
	if (name && strlen(name) > 500)
		return fail(err, ERR_USAGE,
			"the path '%.40s...' is too long" SC(432), name);
	if (!name || (is_number(name) && access(name, F_OK) != 0)) {
		results_latest(RESULTS, latest, sizeof latest);
		snprintf(d->path, sizeof d->path, "%.560s/check.json", latest);
		d->bug = name ? (unsigned)strtoul(name, NULL, 10) : 0;
		if (access(d->path, F_OK) == 0)
			return OK;
		return fail(err, ERR_USAGE,
			"no result to show: there is no '%s'; run 'scarp "
			"check' here first, or name the JSON file of a "
			"check" SC(435),
			d->path);
	}
	if (stat(name, &st) == 0 && S_ISDIR(st.st_mode))
		in_directory(d, name);
	else
		return beside(d, name, err);
	return OK;
}

/* --- what is in it ----------------------------------------------------------
 */

static bool is_cases(const json_t *all)
{
	return strcmp(text_of(all, "format"), "scarp-cases") == 0;
}

static int judge(const struct document *d, struct err *err)
{
	const json_t *search;
	const char *name, *why;

	if (!is_cases(d->all) && !*text_of(d->all, "verdict"))
		return fail(err, ERR_USAGE,
			"'%s' is no result of 'scarp check --json'" SC(433),
			d->path);
	if (!d->bug)
		return OK;
	search = document_search(d, 0, &name, &why);
	if (d->bug > json_array_size(json_object_get(search, "bugs")))
		return fail(err, ERR_USAGE,
			"'%s' has no bug %u: it has %zu" SC(435), d->path,
			d->bug,
			json_array_size(json_object_get(search, "bugs")));
	return OK;
}

int document_open(struct document *d, const char *name, struct err *err)
{
	json_error_t why;
	FILE *f;

	d->all = NULL;
	if (find(d, name, err))
		return err->code;
	f = fopen(d->path, "re");
	if (!f)
		return fail(err, ERR_USAGE, "cannot read '%s': %s" SC(431),
			d->path, strerror(errno));
	d->all = json_loadf(f, 0, &why);
	fclose(f);
	if (!d->all)
		return fail(err, ERR_USAGE,
			"'%s' is no JSON: line %d: %s" SC(433), d->path,
			why.line, why.text);
	return judge(d, err);
}

void document_close(struct document *d)
{
	json_decref(d->all);
	d->all = NULL;
}

size_t document_searches(const struct document *d)
{
	return is_cases(d->all)
		       ? json_array_size(json_object_get(d->all, "cases"))
		       : 1;
}

const json_t *document_search(
	const struct document *d, size_t i, const char **name, const char **why)
{
	const json_t *one;

	*name = *why = "";
	if (!is_cases(d->all))
		return i ? NULL : d->all;
	one = json_array_get(json_object_get(d->all, "cases"), i);
	*name = text_of(one, "name");
	*why = text_of(one, "why");
	return json_object_get(one, "result");
}

const json_t *document_others(const struct document *d, const json_t *search)
{
	return d->bug ? NULL
		      : json_object_get(
				json_object_get(search, "others"), "bugs");
}

const json_t *document_bug(const struct document *d)
{
	return json_array_get(
		json_object_get(d->all, "bugs"), d->bug ? d->bug - 1 : 0);
}

bool document_shows(const struct document *d, size_t i)
{
	return !d->bug || d->bug == i + 1;
}

const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

json_int_t number_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

bool is_true(const json_t *object, const char *key)
{
	return json_is_true(json_object_get(object, key));
}

void text_whole(char *text)
{
	size_t n = strlen(text), begin = n;
	unsigned char lead;

	while (begin && (text[begin - 1] & 0xc0) == 0x80)
		begin--;
	if (!begin)
		return;
	lead = (unsigned char)text[begin - 1];
	if (lead >= 0xc0 && n - begin < (lead >= 0xf0	       ? 3u
						: lead >= 0xe0 ? 2u
							       : 1u))
		text[begin - 1] = '\0';
}

const json_t *steps_of(const json_t *bug)
{
	return json_object_get(json_object_get(bug, "trace"), "steps");
}

const json_t *frame_of(const json_t *bug, const json_t *step)
{
	const json_t *at = json_object_get(step, "frame");

	if (!json_is_integer(at) || json_integer_value(at) < 0)
		return NULL;
	return json_array_get(
		json_object_get(json_object_get(bug, "trace"), "frames"),
		(size_t)json_integer_value(at));
}

void place_of(const json_t *frame, char *out, size_t size)
{
	const char *file = text_of(frame, "file"), *last = strrchr(file, '/');

	if (*file)
		snprintf(out, size, "%s:%lld", last ? last + 1 : file,
			(long long)number_of(frame, "line"));
	else
		snprintf(out, size, "%s", text_of(frame, "function"));
	text_whole(out);
}

void command_of(const json_t *search, char *out, size_t size)
{
	const json_t *one, *words = json_object_get(search, "command");
	size_t i, used = 0;

	out[0] = '\0';
	json_array_foreach(words, i, one)
	{
		const char *word = json_string_value(one);
		int n = snprintf(out + used, size - used, "%s%s", i ? " " : "",
			word ? word : "");

		used += n > 0 ? (size_t)n : 0;
		if (used >= size)
			break;
	}
	text_whole(out);
}
