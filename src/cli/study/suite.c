/* SPDX-License-Identifier: MIT */
#include "cli/study/suite.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "channel/found.h"
#include "cli/words/near.h"

/* A key that is none of those, NULL: there is none. */
static const char *other_key(const json_t *object, const char *const *keys)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)object, key, value)
	{
		const char *const *k = keys;

		while (*k && strcmp(*k, key) != 0)
			k++;
		if (!*k)
			return key;
	}
	return NULL;
}

static int shape(const struct study_suite *s, struct err *err, const char *what)
{
	return fail(err, ERR_USAGE,
		"%.150s: %s ('scarp help study' shows a suite)" SC(673),
		s->file, what);
}

static bool are_texts(const json_t *list)
{
	const json_t *one;
	size_t i;

	if (list && !json_is_array(list))
		return false;
	json_array_foreach(
		(json_t *)list, i, one) if (!json_is_string(one)) return false;
	return true;
}

/* A whole number of at least 1; 0: it is none. */
static uint64_t count_of(const json_t *value)
{
	json_int_t n = json_integer_value(value);

	return json_is_integer(value) && n > 0 ? (uint64_t)n : 0;
}

/* --- seeds and limit --------------------------------------------------------
 */

static int wrong_seeds(const struct study_suite *s, struct err *err)
{
	return fail(err, ERR_USAGE,
		"%.150s: 'seeds' is a list of different whole numbers from 1 "
		"up, or how many (1 to %d): techniques that choose by chance "
		"are run once with each" SC(677),
		s->file, SEEDS_MAX);
}

static int read_seeds(struct study_suite *s, struct err *err)
{
	const json_t *seeds = json_object_get(s->all, "seeds"), *one;
	size_t i;

	if (json_is_integer(seeds)) {
		if (count_of(seeds) > SEEDS_MAX || !count_of(seeds))
			return wrong_seeds(s, err);
		for (s->seeds = 0; s->seeds < count_of(seeds); s->seeds++)
			s->seed[s->seeds] = s->seeds + 1;
		return OK;
	}
	if (!json_array_size(seeds) || json_array_size(seeds) > SEEDS_MAX)
		return wrong_seeds(s, err);
	json_array_foreach(seeds, i, one)
	{
		s->seed[s->seeds] = count_of(one);
		for (size_t k = 0; k < i; k++)
			if (s->seed[k] == s->seed[i])
				return wrong_seeds(s, err);
		if (!s->seed[s->seeds++])
			return wrong_seeds(s, err);
	}
	return OK;
}

static int wrong_limit(const struct study_suite *s, struct err *err)
{
	return fail(err, ERR_USAGE,
		"%.150s: 'limit' has 'executions' (a whole number from 1 up), "
		"'seconds' (above 0), or both: where each run "
		"ends; and 'patience', the seconds after which one that does "
		"not end is killed" SC(678),
		s->file);
}

static bool read_time(const json_t *value, double *out)
{
	if (!value)
		return true;
	*out = json_number_value(value);
	return isfinite(*out) && *out > 0 && *out < 1e7;
}

static int read_limit(struct study_suite *s, struct err *err)
{
	static const char *const keys[] = {
		"executions", "seconds", "patience", NULL};
	const json_t *limit = json_object_get(s->all, "limit");
	const json_t *executions = json_object_get(limit, "executions");

	s->patience = 30;
	s->executions = count_of(executions);
	if (!json_is_object(limit) || other_key(limit, keys) ||
		(executions && !s->executions) ||
		!read_time(json_object_get(limit, "seconds"), &s->seconds) ||
		!read_time(json_object_get(limit, "patience"), &s->patience) ||
		(!s->executions && s->seconds == 0))
		return wrong_limit(s, err);
	return OK;
}

static int read_until(struct study_suite *s, struct err *err)
{
	const json_t *until = json_object_get(s->all, "until");
	const char *word = json_string_value(until);

	s->stops = word && strcmp(word, "first bug") == 0;
	if (until && !s->stops && (!word || strcmp(word, "limit") != 0))
		return shape(s, err, "'until' is \"limit\" or \"first bug\"");
	return OK;
}

/* --- programs ---------------------------------------------------------------
 */

static int wrong_verdict(const struct study_suite *s,
	const struct study_program *p, const char *word, struct err *err)
{
	struct near near = near_to(word, strlen(word));
	char hint[64];

	for (int i = 1; i < BUG_COUNT; i++)
		near_try(&near, bug_info[i].name);
	near_say(&near, "", hint, sizeof hint);
	return fail(err, ERR_USAGE,
		"%.150s: the verdict of program '%.60s' is \"no bug\", \"bug\" "
		"or \"bug KIND...\" with kinds of 'scarp help bugs', not "
		"'%.60s'%s" SC(673),
		s->file, p->name, word, hint);
}

/* "bug deadlock assertion" */
static int read_verdict(const struct study_suite *s, struct study_program *p,
	const char *verdict, struct err *err)
{
	char words[300], *word, *rest = words;

	if (verdict && strcmp(verdict, "no bug") == 0)
		return OK;
	snprintf(words, sizeof words, "%s", verdict ? verdict : "");
	word = strsep(&rest, " ");
	if (strcmp(word, "bug") != 0)
		return wrong_verdict(s, p, words, err);
	p->buggy = true;
	while ((word = strsep(&rest, " "))) {
		int kind = BUG_COUNT - 1;

		while (kind && strcmp(bug_info[kind].name, word) != 0)
			kind--;
		if (!kind)
			return wrong_verdict(s, p, word, err);
		p->kinds |= (uint64_t)1 << kind;
	}
	return OK;
}

static int read_program(struct study_suite *s, struct study_program *p,
	const json_t *from, struct err *err)
{
	static const char *const keys[] = {"name", "file", "sources", "flags",
		"args", "options", "directory", "verdict", "note", NULL};
	const char *other;

	p->name = json_string_value(json_object_get(from, "name"));
	p->file = json_string_value(json_object_get(from, "file"));
	p->directory = json_string_value(json_object_get(from, "directory"));
	p->sources = json_object_get(from, "sources");
	p->flags = json_object_get(from, "flags");
	p->args = json_object_get(from, "args");
	p->options = json_object_get(from, "options");
	if (!p->name || !*p->name || strchr(p->name, '/') ||
		p->name[0] == '.' || p->name[0] == '-' || strlen(p->name) > 100)
		return shape(s, err,
			"each program has a 'name' of its own, of at most 100 "
			"letters and without '/'");
	other = other_key(from, keys);
	if (other)
		return fail(err, ERR_USAGE,
			"%.150s: program '%.60s' has '%.60s', which scarp does "
			"not know" SC(673),
			s->file, p->name, other);
	if (!are_texts(p->sources) || !are_texts(p->flags) ||
		!are_texts(p->args) || !are_texts(p->options))
		return fail(err, ERR_USAGE,
			"%.150s: 'sources', 'flags', 'args' and 'options' of "
			"program '%.60s' are lists of texts" SC(673),
			s->file, p->name);
	if (!p->file == !json_array_size(p->sources))
		return fail(err, ERR_USAGE,
			"%.150s: program '%.60s' wants either 'file', which "
			"scarp cc built, or 'sources', which are built "
			"then" SC(673),
			s->file, p->name);
	for (const struct study_program *q = s->program; q < p; q++)
		if (strcmp(q->name, p->name) == 0)
			return fail(err, ERR_USAGE,
				"%.150s: two programs are called '%.100s'; "
				"their results could not be told apart: give "
				"one another name" SC(676),
				s->file, p->name);
	return read_verdict(
		s, p, json_string_value(json_object_get(from, "verdict")), err);
}

static int read_programs(struct study_suite *s, struct err *err)
{
	const json_t *all = json_object_get(s->all, "programs"), *one;
	size_t i;

	if (!json_array_size(all))
		return shape(s, err, "'programs' is a list of at least one");
	s->program = calloc(json_array_size(all), sizeof *s->program);
	if (!s->program)
		return fail(err, ERR_IO, "no memory" SC(437));
	json_array_foreach(all, i, one)
	{
		if (read_program(s, &s->program[i], one, err))
			return err->code;
		s->programs++;
	}
	return OK;
}

/* --- techniques and groups of them ------------------------------------------
 */

static int read_techniques(struct study_suite *s, struct err *err)
{
	const json_t *all = json_object_get(s->all, "techniques"), *one;
	size_t i;

	if (!json_array_size(all))
		return shape(s, err, "'techniques' is a list of at least one");
	s->technique = calloc(json_array_size(all), sizeof *s->technique);
	if (!s->technique)
		return fail(err, ERR_IO, "no memory" SC(437));
	json_array_foreach(all, i, one)
	{
		struct technique *t = &s->technique[i];

		s->techniques++;
		if (technique_read(t, one, s->file, err))
			return err->code;
		for (struct technique *q = s->technique; q < t; q++)
			if (strcmp(q->name, t->name) == 0)
				return fail(err, ERR_USAGE,
					"%.150s: two techniques are called "
					"'%.100s'; give one another name, as "
					"{\"name\": ..., \"options\": "
					"[...]}" SC(676),
					s->file, t->name);
	}
	return OK;
}

static int read_group(const struct study_suite *s, const json_t *from,
	struct study_group *g, struct err *err)
{
	const json_t *one;
	size_t i;

	json_array_foreach(from, i, one)
	{
		const char *name = json_string_value(one);
		unsigned t = 0;

		while (t < s->techniques && name &&
			strcmp(s->technique[t].name, name) != 0)
			t++;
		if (!name || t == s->techniques)
			return fail(err, ERR_USAGE,
				"%.150s: 'venn' and 'scatter' have '%.60s', "
				"which is none of 'techniques'" SC(674),
				s->file, name ? name : "something else");
		g->technique[g->n++] = t;
	}
	return OK;
}

static int read_groups(struct study_suite *s, const char *key, size_t most,
	struct study_group *out, size_t *n, struct err *err)
{
	const json_t *all = json_object_get(s->all, key), *one;
	size_t i;

	if ((all && !json_is_array(all)) || json_array_size(all) > GROUPS_MAX)
		return shape(s, err,
			"'venn' and 'scatter' are lists, of at most 16 "
			"elements");
	json_array_foreach(all, i, one)
	{
		if (json_array_size(one) < 2 || json_array_size(one) > most)
			return shape(s, err,
				"each element of 'venn' is a list of two or "
				"three techniques, each of 'scatter' of two");
		if (read_group(s, one, &out[(*n)++], err))
			return err->code;
	}
	return OK;
}

/* Nobody said which: the first ones. */
static void groups_default(struct study_suite *s)
{
	unsigned n = (unsigned)s->techniques;

	if (!json_object_get(s->all, "venn") && n > 1)
		s->venn[s->venns++] = (struct study_group){
			n < GROUP_MAX ? n : GROUP_MAX, {0, 1, 2}};
	if (!json_object_get(s->all, "scatter") && n > 1)
		s->scatter[s->scatters++] = (struct study_group){2, {0, 1}};
}

/* --- all of it --------------------------------------------------------------
 */

static int read_head(struct study_suite *s, struct err *err)
{
	static const char *const keys[] = {"format", "version", "name", "seeds",
		"limit", "until", "techniques", "programs", "venn", "scatter",
		"note", NULL};
	const char *format =
		json_string_value(json_object_get(s->all, "format"));
	const char *name = json_string_value(json_object_get(s->all, "name"));
	const char *other = other_key(s->all, keys);

	if (!format || strcmp(format, "scarp-suite") != 0 ||
		count_of(json_object_get(s->all, "version")) != 1)
		return shape(s, err,
			"no suite: it begins with \"format\": \"scarp-suite\", "
			"\"version\": 1");
	if (other)
		return fail(err, ERR_USAGE,
			"%.150s: a suite has no '%.60s'" SC(673), s->file,
			other);
	snprintf(s->name, sizeof s->name, "%s", name ? name : s->file);
	return OK;
}

int study_suite_read(struct study_suite *s, const char *path, struct err *err)
{
	char whole[PATH_MAX];
	json_error_t why = {0};

	*s = (struct study_suite){.file = path};
	if (!realpath(path, whole))
		return fail(err, ERR_USAGE,
			"cannot read the suite '%.150s': %s" SC(673), path,
			strerror(errno));
	s->all = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
	if (!s->all)
		return fail(err, ERR_USAGE,
			"%.150s:%d: the suite cannot be read: %.200s" SC(673),
			path, why.line > 0 ? why.line : 1, why.text);
	*strrchr(whole, '/') = '\0';
	snprintf(s->folder, sizeof s->folder, "%s", *whole ? whole : "/");
	if (!json_is_object(s->all))
		return shape(s, err, "a suite is one JSON object");
	if (read_head(s, err) || read_seeds(s, err) || read_limit(s, err) ||
		read_until(s, err) || read_techniques(s, err) ||
		read_programs(s, err) ||
		read_groups(s, "venn", GROUP_MAX, s->venn, &s->venns, err) ||
		read_groups(s, "scatter", 2, s->scatter, &s->scatters, err))
		return err->code;
	groups_default(s);
	return OK;
}

void study_suite_path(
	const struct study_suite *s, const char *name, char *out, size_t size)
{
	if (name[0] == '/')
		snprintf(out, size, "%s", name);
	else
		snprintf(out, size, "%s/%s", s->folder, name);
}

void study_suite_fini(struct study_suite *s)
{
	for (size_t i = 0; i < s->techniques; i++)
		technique_fini(&s->technique[i]);
	free(s->technique);
	free(s->program);
	json_decref(s->all);
}
