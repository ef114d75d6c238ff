/* SPDX-License-Identifier: MIT */
/* frameworks.c - which test framework a program has, by its symbols */
#include <stdio.h>
#include <string.h>

#include "cc/image.h"
#include "cli/suite/framework.h"

static const struct framework *const table[] = {
	&framework_gtest,
	&framework_catch3, /* before 2: what runs the tests has one name */
	&framework_catch2,
	&framework_doctest,
	&framework_boost,
	&framework_cmocka,
	&framework_check,
};

enum {
	ROWS = sizeof table / sizeof table[0]
};

struct seen {
	bool row[ROWS];
};

static bool look(
	void *with, const GElf_Sym *sym, const char *name, size_t index)
{
	struct seen *seen = with;

	for (int i = 0; i < ROWS; i++)
		for (const char *const *s = table[i]->symbols; *s; s++)
			if (strncmp(name, *s, strlen(*s)) == 0)
				seen->row[i] = true;
	return true;
}

static int none(const char *path, struct err *err)
{
	char names[200] = "";

	for (int i = 0; i < ROWS; i++)
		if (table[i] != &framework_catch3)
			snprintf(names + strlen(names),
				sizeof names - strlen(names), "%s%s",
				i ? ", " : "", table[i]->name);
	return fail(err, ERR_USAGE,
		"'%s' has no test framework that scarp knows (%s), so that its "
		"test cases cannot be told apart; without --list, --filter and "
		"--each it is checked as one test" SC(460),
		path, names);
}

int framework_of(
	const struct framework **out, const char *path, struct err *err)
{
	struct seen seen = {{false}};
	struct image image;

	*out = NULL;
	if (image_open(&image, path, false, err))
		return err->code;
	image_symbols(&image, SHT_SYMTAB, look, &seen);
	image_symbols(&image, SHT_DYNSYM, look, &seen);
	image_close(&image);
	for (int i = 0; i < ROWS; i++) {
		if (!seen.row[i])
			continue;
		if (!*out)
			*out = table[i];
		else if (strncmp((*out)->name, table[i]->name, 5) != 0)
			return fail(err, ERR_USAGE,
				"'%s' has two test frameworks, %s and %s, and "
				"scarp does not know whose cases are meant; "
				"give the program the arguments that select "
				"one" SC(460),
				path, (*out)->name, table[i]->name);
	}
	return *out ? OK : none(path, err);
}
