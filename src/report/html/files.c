/* SPDX-License-Identifier: MIT */
#include "report/html/files.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "replay/symbols.h"
#include "report/json.h"
#include "report/source.h"

enum {
	AROUND = 12,	/* lines, above and below */
	WHOLE = 500,	/* a file with so few lines is there whole */
	TEXT_MOST = 400 /* bytes */
};

static bool needed(const struct file_used *f, unsigned line)
{
	size_t n;

	if (line < f->lines && f->line[line])
		return true;
	return f->lines && f->lines <= WHOLE && !source_at(f->path, WHOLE, &n);
}

static bool widen(struct file_used *f, unsigned lines)
{
	uint8_t *line = f->lines >= lines ? f->line : realloc(f->line, lines);

	if (!line)
		return false;
	if (lines > f->lines) {
		memset(line + f->lines, 0, lines - f->lines);
		f->lines = lines;
	}
	f->line = line;
	return true;
}

static int enter(struct files *f, const char *path)
{
	for (unsigned i = f->count; i-- > 0;)
		if (strcmp(f->at[i].path, path) == 0)
			return (int)i;
	if (f->count == f->room) {
		unsigned room = f->room ? 2 * f->room : 8;
		struct file_used *at = realloc(f->at, room * sizeof *at);

		if (!at)
			return -1;
		f->at = at;
		f->room = room;
	}
	f->at[f->count] = (struct file_used){.path = strdup(path)};
	return f->at[f->count].path ? (int)f->count++ : -1;
}

int files_use(struct files *f, const char *path, unsigned line)
{
	unsigned from = line > AROUND ? line - AROUND : 1;
	int i = line && path[0] ? enter(f, path) : -1;

	if (i < 0 || line > UINT32_MAX / 2)
		return -1;
	if ((line < f->at[i].lines && f->at[i].line[line] == 2) ||
		!widen(&f->at[i], line + AROUND + 1))
		return i;
	for (unsigned j = from; j <= line + AROUND; j++)
		f->at[i].line[j] |= 1;
	f->at[i].line[line] = 2;
	return i;
}

/* As it is written, but for the end of a very long line. */
static json_t *text_of(const char *at, size_t length)
{
	char line[TEXT_MOST + 1];
	size_t n = length < TEXT_MOST ? length : TEXT_MOST;

	while (n < length && n > 0 && ((unsigned char)at[n] & 0xc0) == 0x80)
		n--;
	if (n && at[n - 1] == '\r')
		n--;
	memcpy(line, at, n);
	line[n] = '\0';
	return json_clean(line);
}

static json_t *lines_of(const struct file_used *f)
{
	json_t *all = json_array(), *part = NULL;
	const char *at;
	size_t n;

	for (unsigned i = 1; (at = source_at(f->path, i, &n)); i++) {
		if (!needed(f, i)) {
			part = NULL;
			continue;
		}
		if (!part) {
			part = json_array();
			json_array_append_new(part, json_integer(i));
			json_array_append_new(all, part);
		}
		json_array_append_new(part, text_of(at, n));
	}
	return all;
}

json_t *files_json(const struct files *f)
{
	json_t *all = json_array();

	for (unsigned i = 0; i < f->count; i++) {
		json_t *one = json_object();

		json_object_set_new(
			one, "p", json_clean(symbols_short(f->at[i].path)));
		json_object_set_new(one, "l", lines_of(&f->at[i]));
		json_array_append_new(all, one);
	}
	return all;
}

void files_free(struct files *f)
{
	for (unsigned i = 0; i < f->count; i++) {
		free(f->at[i].path);
		free(f->at[i].line);
	}
	free(f->at);
	memset(f, 0, sizeof *f);
}
