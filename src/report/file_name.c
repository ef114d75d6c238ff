/* SPDX-License-Identifier: MIT */
#include "report/file_name.h"

#include <stdbool.h>
#include <string.h>

enum {
	PATHS = 256
};

static char *paths[PATHS];
static unsigned count;

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

void file_name_learn(const char *path)
{
	for (unsigned i = 0; i < count; i++)
		if (strcmp(paths[i], path) == 0)
			return;
	if (count < PATHS && (paths[count] = strdup(path)))
		count++;
}

/* Is it the end of another path, from a folder on? */
static bool is_shared(const char *path, const char *end)
{
	size_t n = strlen(end);

	for (unsigned i = 0; i < count; i++) {
		size_t length = strlen(paths[i]);

		if (length > n && strcmp(paths[i], path) != 0 &&
			paths[i][length - n - 1] == '/' &&
			strcmp(paths[i] + length - n, end) == 0)
			return true;
	}
	return false;
}

const char *file_name(const char *path)
{
	const char *name = last_part(path);

	while (name > path && is_shared(path, name)) {
		const char *before = name - 1;

		while (before > path && before[-1] != '/')
			before--;
		name = before;
	}
	return name;
}
