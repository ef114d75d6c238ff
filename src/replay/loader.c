/* SPDX-License-Identifier: MIT */
#include "replay/loader.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int loader_bad(struct loader *l, const char *what)
{
	return fail(l->err, ERR_FORMAT, "'%s', line %u: %s" SC(433), l->path,
		l->line, what);
}

int loader_number(struct loader *l, const char **at, int64_t low, int64_t high,
	int64_t *out)
{
	char *end;

	while (**at == ' ')
		(*at)++;
	errno = 0;
	*out = strtoll(*at, &end, 0);
	if (end == *at || errno || *out < low || *out > high)
		return loader_bad(l, "a number is missing or out of range");
	*at = end;
	return OK;
}

int loader_address(struct loader *l, const char **at, uint64_t *out)
{
	char *end;

	while (**at == ' ')
		(*at)++;
	errno = 0;
	*out = strtoull(*at, &end, 0);
	if (end == *at || errno)
		return loader_bad(l, "an address is missing");
	*at = end;
	return OK;
}

/* A quoted text into new memory; *length: with the zeros that it may hold. */
int loader_text_and_length(
	struct loader *l, const char *at, char **out, size_t *length)
{
	size_t used = 0, n = strlen(at);
	char *t;

	while (*at == ' ')
		at++;
	if (*at++ != '"')
		return loader_bad(l, "a text in quotes is missing");
	t = malloc(n + 1);
	if (!t)
		return loader_bad(l, "no memory");
	while (*at && *at != '"') {
		unsigned c = (unsigned char)*at;

		if (c == '\\' && at[1] == 'x' && isxdigit(at[2] & 0xff) &&
			isxdigit(at[3] & 0xff)) {
			sscanf(at + 2, "%2x", &c);
			at += 3;
		}
		t[used++] = (char)c;
		at++;
	}
	t[used] = '\0';
	if (*at != '"') {
		free(t);
		return loader_bad(l, "a text has no end");
	}
	free(*out);
	*out = t;
	*length = used;
	return OK;
}

int loader_text(struct loader *l, const char *at, char **out)
{
	size_t length;

	return loader_text_and_length(l, at, out, &length);
}

int loader_text_into(struct loader *l, const char *at, char *out, size_t size)
{
	char *t = NULL;

	if (loader_text(l, at, &t))
		return 1;
	snprintf(out, size, "%s", t);
	free(t);
	return OK;
}
