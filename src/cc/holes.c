/* SPDX-License-Identifier: MIT */
#include "cc/holes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/holes.h"

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void found(struct inventory *i, struct draft *d, const char *text)
{
	if (i->holes++ == 0)
		i->hole = draft_text(d, text);
}

void holes_without_plugin(struct draft *d, const struct units *units)
{
	char text[512];

	for (size_t i = 0; i < units->units; i++) {
		const struct unit *u = &units->unit[i];

		if (!u->instrumented || u->plugin)
			continue;
		snprintf(text, sizeof text,
			"compiled with --no-plugin (%.480s)", u->name);
		found(d->of, d, text);
	}
}

/* Functions in headers bring their lines once for each object. */
void holes_list(struct draft *d, const struct image *file)
{
	const char **line = NULL, *text;
	size_t length, lines = 0, n;
	GElf_Shdr sh;

	text = (const char *)image_bytes(
		image_section(file, SCARP_HOLES_SECTION, &sh), &length);
	if (!text || length == 0 || text[length - 1])
		return;
	line = calloc(length, sizeof *line);
	if (!line)
		abort();
	for (size_t at = 0; at < length; at += n + 1) {
		n = strlen(text + at);
		if (n > 0 && strncmp(text + at, SCARP_HOLE_MADE,
				     strlen(SCARP_HOLE_MADE)) != 0)
			line[lines++] = text + at;
	}
	if (lines)
		found(d->of, d, line[0]);
	qsort(line, lines, sizeof *line, by_text);
	for (size_t i = 1; i < lines; i++)
		if (strcmp(line[i - 1], line[i]) != 0)
			found(d->of, d, line[i]);
	free(line);
}
