/* SPDX-License-Identifier: MIT */
/* path.c - paths that do not fit */
#include "base/path.h"

#include <string.h>

static const char dots[] = "...";

void path_fit(const char *path, char *out, size_t size)
{
	size_t n = strlen(path), most = size - sizeof dots;
	const char *tail, *slash;

	if (n < size) {
		memcpy(out, path, n + 1);
		return;
	}
	tail = path + n - most;
	slash = strchr(tail, '/');
	if (slash)
		tail = slash;
	memcpy(out, dots, sizeof dots - 1);
	memcpy(out + sizeof dots - 1, tail, strlen(tail) + 1);
}
