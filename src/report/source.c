/* SPDX-License-Identifier: MIT */
/* source.c - lines of source files, as far as they can be read */
#include "report/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	FILES_MAX = 64,
	BYTES_MAX = 4 << 20
};

static struct file {
	char path[512];
	char *text;	    /* NULL: cannot be read */
	const char **start; /* of each line */
	unsigned lines;
	struct timespec changed;
} file[FILES_MAX];
static unsigned files;

static char *read_all(const char *path, struct timespec *changed)
{
	FILE *f = fopen(path, "re");
	struct stat st;
	char *text;
	size_t n;

	if (!f)
		return NULL;
	if (fstat(fileno(f), &st) == 0)
		*changed = st.st_mtim;
	text = malloc(BYTES_MAX + 1);
	n = text ? fread(text, 1, BYTES_MAX, f) : 0;
	fclose(f);
	if (!text)
		return NULL;
	text[n] = '\0';
	return text;
}

static void find_lines(struct file *f)
{
	unsigned n = 0;

	for (const char *at = f->text; at; n++)
		at = (at = strchr(at, '\n')) ? at + 1 : NULL;
	f->start = calloc(n + 1, sizeof *f->start);
	if (!f->start)
		return;
	for (const char *at = f->text; at;) {
		f->start[f->lines++] = at;
		at = (at = strchr(at, '\n')) ? at + 1 : NULL;
	}
}

static const struct file *file_of(const char *path)
{
	struct file *f;

	for (unsigned i = 0; i < files; i++)
		if (strcmp(file[i].path, path) == 0)
			return &file[i];
	if (files == FILES_MAX)
		return NULL;
	f = &file[files++];
	memset(f, 0, sizeof *f);
	snprintf(f->path, sizeof f->path, "%s", path);
	f->text = read_all(path, &f->changed);
	if (f->text)
		find_lines(f);
	return f;
}

const char *source_at(const char *path, unsigned line, size_t *length)
{
	const struct file *f = path[0] && line ? file_of(path) : NULL;

	if (!f || line > f->lines)
		return NULL;
	*length = strcspn(f->start[line - 1], "\n");
	return f->start[line - 1];
}

void source_line(const char *path, unsigned line, char *out, size_t size)
{
	size_t n, used = 0;
	const char *at = source_at(path, line, &n);

	out[0] = '\0';
	if (!at)
		return;
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

const char *source_newer(const char *than)
{
	struct stat st;

	if (stat(than, &st) != 0)
		return NULL;
	for (unsigned i = 0; i < files; i++) {
		const struct timespec *t = &file[i].changed;

		if (file[i].text &&
			(t->tv_sec > st.st_mtim.tv_sec ||
				(t->tv_sec == st.st_mtim.tv_sec &&
					t->tv_nsec > st.st_mtim.tv_nsec)))
			return file[i].path;
	}
	return NULL;
}

void source_forget(void)
{
	for (unsigned i = 0; i < files; i++) {
		free(file[i].text);
		free(file[i].start);
	}
	files = 0;
}
