/* SPDX-License-Identifier: MIT */
/* ctest.c - reading a test of CTest's list, and standing where it runs */
#include "cli/suite/ctest.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void take(struct words *w, const json_t *list)
{
	size_t i;
	json_t *one;

	json_array_foreach(list, i, one) if (json_is_string(one))
		words_add(w, json_string_value(one));
}

static void property(struct ctest *t, const char *name, const json_t *value)
{
	bool on = json_is_true(value);

	if (strcmp(name, "WORKING_DIRECTORY") == 0)
		t->directory = json_string_value(value);
	else if (strcmp(name, "ENVIRONMENT") == 0)
		take(&t->set, value);
	else if (strcmp(name, "ENVIRONMENT_MODIFICATION") == 0)
		take(&t->change, value);
	else if (strcmp(name, "FIXTURES_SETUP") == 0)
		t->setup = true;
	else if (strcmp(name, "FIXTURES_CLEANUP") == 0)
		t->cleanup = true;
	else if (strcmp(name, "WILL_FAIL") == 0)
		t->fails = on;
	else if (strcmp(name, "SKIP_RETURN_CODE") == 0)
		t->skips = (int)json_integer_value(value);
	else if (strcmp(name, "DISABLED") == 0)
		t->disabled = on;
	else if (strstr(name, "_REGULAR_EXPRESSION"))
		t->by_output = true;
}

void ctest_read(struct ctest *t, const json_t *from)
{
	size_t i;
	json_t *one;

	*t = (struct ctest){
		.name = json_string_value(json_object_get(from, "name")),
		.skips = -1};
	if (!t->name)
		t->name = "?";
	take(&t->command, json_object_get(from, "command"));
	json_array_foreach(json_object_get(from, "properties"), i, one)
	{
		const char *name =
			json_string_value(json_object_get(one, "name"));

		if (name)
			property(t, name, json_object_get(one, "value"));
	}
}

void ctest_fini(struct ctest *t)
{
	words_fini(&t->command);
	words_fini(&t->set);
	words_fini(&t->change);
}

/* What is there, with more before or behind it. */
static void join(const char *name, const char *before, const char *separator,
	const char *behind)
{
	bool both = *before && *behind;
	char *text;

	if (asprintf(&text, "%s%s%s", before, both ? separator : "", behind) <
		0)
		return;
	setenv(name, text, 1);
	free(text);
}

/* "NAME=OPERATION:VALUE"; `reset` takes what ENVIRONMENT said, or what there
 * was before. */
static int change(const char *entry, char *const *before, struct err *err)
{
	static const struct {
		const char *operation, *separator;
		bool append;
	} row[] = {{"string_append", "", true}, {"string_prepend", "", false},
		{"path_list_append", ":", true},
		{"path_list_prepend", ":", false},
		{"cmake_list_append", ";", true},
		{"cmake_list_prepend", ";", false}};
	const char *equals = strchr(entry, '='),
		   *colon = equals ? strchr(equals, ':') : NULL, *now;
	char name[256];
	size_t n;

	if (!colon || equals - entry >= (long)sizeof name)
		return fail(err, ERR_USAGE,
			"no change of the environment: '%.200s'" SC(462),
			entry);
	snprintf(name, sizeof name, "%.*s", (int)(equals - entry), entry);
	n = (size_t)(colon - equals - 1);
	now = getenv(name);
	if (n == 3 && memcmp(equals + 1, "set", n) == 0) {
		setenv(name, colon + 1, 1);
		return OK;
	}
	if (n == 5 && memcmp(equals + 1, "unset", n) == 0) {
		unsetenv(name);
		return OK;
	}
	if (n == 5 && memcmp(equals + 1, "reset", n) == 0) {
		unsetenv(name);
		for (; *before; before++)
			if (strncmp(*before, entry,
				    (size_t)(equals - entry) + 1) == 0)
				setenv(name, *before + (equals - entry) + 1, 1);
		return OK;
	}
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		if (strlen(row[i].operation) == n &&
			memcmp(row[i].operation, equals + 1, n) == 0) {
			char *kept = strdup(now ? now : "");

			if (row[i].append)
				join(name, kept, row[i].separator, colon + 1);
			else
				join(name, colon + 1, row[i].separator, kept);
			free(kept);
			return OK;
		}
	return fail(err, ERR_USAGE,
		"scarp does not know this change of the environment: "
		"'%.200s'" SC(462),
		entry);
}

int ctest_enter(const struct ctest *t, struct err *err)
{
	extern char **environ;
	struct words before = {0};

	if (t->directory && chdir(t->directory) != 0)
		return fail(err, ERR_USAGE, "cannot enter '%s': %s" SC(432),
			t->directory, strerror(errno));
	for (size_t i = 0; i < t->set.count; i++) {
		char *entry = strdup(t->set.word[i]), *equals = NULL;

		if (entry && (equals = strchr(entry, '='))) {
			*equals = '\0';
			setenv(entry, equals + 1, 1);
		}
		free(entry);
	}
	for (char **e = environ; *e; e++)
		words_add(&before, *e);
	for (size_t i = 0; i < t->change.count; i++)
		if (change(t->change.word[i], before.word, err))
			break;
	words_fini(&before);
	return t->change.count ? err->code : OK;
}
