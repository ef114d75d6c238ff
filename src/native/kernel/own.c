/* SPDX-License-Identifier: MIT */
#include "native/kernel/own.h"
#include "native/posix/ident.h"
#include "native/rt.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char self[] = "/proc/self";

static const char *behind_slashes(const char *path)
{
	return path + strspn(path, "/");
}

/* Behind the first part, if it is that; or NULL. */
static const char *behind(const char *path, const char *part)
{
	size_t n = strlen(part);

	if (*path != '/')
		return 0;
	path = behind_slashes(path);
	if (strncmp(path, part, n) != 0 || (path[n] && path[n] != '/'))
		return 0;
	return path + n;
}

const char *own_name(const char *path)
{
	static char own[PATH_MAX + sizeof self];
	const char *rest = behind(path, "proc");
	char number[12];

	if (!rest)
		return path;
	own_number(number, sizeof number);
	rest = behind(rest, number);
	if (!rest || strlen(path) >= PATH_MAX)
		return path;
	if (!*behind_slashes(rest))
		rest = "/."; /* the folder, not the link that leads there */
	memcpy(own, self, sizeof self - 1);
	strcpy(own + sizeof self - 1, rest);
	return own;
}

const char *own_path(const char *path)
{
	const char *name = own_name(path);
	uint32_t index;

	if (name == path)
		return path;
	return strcpy((char *)arena_words(strlen(name) / 4 + 1, &index), name);
}

bool own_link(const char *path)
{
	return strcmp(path, self) == 0;
}

long own_number(char *out, size_t n)
{
	return snprintf(out, n, "%d", PROCESS_ID);
}
