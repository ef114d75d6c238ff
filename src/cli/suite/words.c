/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/suite/framework.h"

static void *must(void *p)
{
	if (!p) {
		fprintf(stderr, "scarp: no memory" SC(437) "\n");
		abort();
	}
	return p;
}

static void take(struct words *w, char *own)
{
	w->word = must(realloc(w->word, (w->count + 2) * sizeof *w->word));
	w->word[w->count++] = own;
	w->word[w->count] = NULL;
}

void words_add(struct words *w, const char *word)
{
	take(w, must(strdup(word)));
}

void words_addf(struct words *w, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	take(w, must(text));
}

bool words_have(const struct words *w, const char *word)
{
	for (size_t i = 0; i < w->count; i++)
		if (strcmp(w->word[i], word) == 0)
			return true;
	return false;
}

void words_fini(struct words *w)
{
	for (size_t i = 0; i < w->count; i++)
		free(w->word[i]);
	free(w->word);
	*w = (struct words){0};
}

const char *words_escape(const char *name, const char *special)
{
	static char text[4096];
	size_t used = 0;

	for (; *name && used + 3 < sizeof text; name++) {
		if (strchr(special, *name))
			text[used++] = '\\';
		text[used++] = *name;
	}
	text[used] = '\0';
	return text;
}
