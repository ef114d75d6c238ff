/* SPDX-License-Identifier: MIT */
/* source.c - lines of source files, as far as they can be read */
#include "report/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	FILES_MAX = 64,
	BYTES_MAX = 4 << 20
};

static struct file {
	char path[512];
	char *text; /* NULL: cannot be read */
} file[FILES_MAX];
static unsigned files;

static char *read_all(const char *path)
{
	FILE *f = fopen(path, "re");
	char *text;
	size_t n;

	if (!f)
		return NULL;
	text = malloc(BYTES_MAX + 1);
	n = text ? fread(text, 1, BYTES_MAX, f) : 0;
	fclose(f);
	if (!text)
		return NULL;
	text[n] = '\0';
	return text;
}

static const char *text_of(const char *path)
{
	for (unsigned i = 0; i < files; i++)
		if (strcmp(file[i].path, path) == 0)
			return file[i].text;
	if (files == FILES_MAX)
		return NULL;
	snprintf(file[files].path, sizeof file[files].path, "%s", path);
	file[files].text = read_all(path);
	return file[files++].text;
}

void source_line(const char *path, unsigned line, char *out, size_t size)
{
	const char *at = path[0] && line ? text_of(path) : NULL;
	size_t n, used = 0;

	out[0] = '\0';
	while (at && --line)
		at = (at = strchr(at, '\n')) ? at + 1 : NULL;
	if (!at)
		return;
	n = strcspn(at, "\n");
	while (n && strchr(" \t\r", at[n - 1]))
		n--;
	while (n && strchr(" \t", *at)) {
		at++;
		n--;
	}
	for (size_t i = 0; i < n && used + 1 < size; i++)
		out[used++] = (unsigned char)at[i] < ' ' ? ' ' : at[i];
	out[used] = '\0';
}

void source_forget(void)
{
	for (unsigned i = 0; i < files; i++)
		free(file[i].text);
	files = 0;
}
