/* SPDX-License-Identifier: MIT */
/* args.c - lists of command-line arguments, and response files
 *
 * Response files follow gcc: words are separated by white space, quotes of
 * both kinds group, a backslash takes the next character literally, and a file
 * that cannot be read stays as it stands.
 */
#include "cc/args.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	DEPTH_MAX = 64,		  /* response files inside response files */
	INLINE_BYTES = 100 << 10, /* a longer line goes through a file */
};

bool starts(const char *s, const char *prefix)
{
	return strncmp(s, prefix, strlen(prefix)) == 0;
}

void args_add(struct args *a, const char *arg)
{
	if (a->len + 1 >= a->max) {
		a->max = a->max ? 2 * a->max : 64;
		a->at = realloc(a->at, a->max * sizeof *a->at);
		assert(a->at);
	}
	a->at[a->len++] = arg;
	a->at[a->len] = NULL;
}

void args_addf(struct args *a, const char *fmt, ...)
{
	char *text;
	va_list va;

	va_start(va, fmt);
	if (vasprintf(&text, fmt, va) < 0)
		abort();
	va_end(va);
	args_add(a, text);
}

void args_append(struct args *a, const struct args *more)
{
	for (size_t i = 0; i < more->len; i++)
		args_add(a, more->at[i]);
}

/* The whole file as a string, NULL when it cannot be read. */
static char *slurp(const char *path)
{
	FILE *f = fopen(path, "re");
	char *text = NULL;
	size_t length = 0;

	if (!f)
		return NULL;
	if (getdelim(&text, &length, '\0', f) < 0) {
		free(text);
		text = ferror(f) ? NULL : strdup("");
	}
	fclose(f);
	return text;
}

/* Takes the next word off *at, in place; NULL at the end. */
static char *word(char **at)
{
	char *in = *at, *out, *start;
	char quote = 0;

	while (isspace((unsigned char)*in))
		in++;
	if (!*in)
		return NULL;
	start = out = in;
	for (; *in && (quote || !isspace((unsigned char)*in)); in++) {
		if (*in == '\\' && in[1])
			*out++ = *++in;
		else if (quote ? *in == quote : (*in == '\'' || *in == '"'))
			quote = quote ? 0 : *in;
		else
			*out++ = *in;
	}
	*at = *in ? in + 1 : in;
	*out = 0;
	return start;
}

static int expand(struct args *out, const char *arg, int depth, struct err *err)
{
	char *text, *w;
	int rc = OK;

	if (arg[0] != '@' || !(text = slurp(arg + 1))) {
		args_add(out, arg);
		return OK;
	}
	if (depth == DEPTH_MAX)
		return fail(err, ERR_USAGE,
			"response file '%s' names itself" SC(602), arg + 1);
	while (rc == OK && (w = word(&text)))
		rc = expand(out, w, depth + 1, err);
	return rc;
}

int args_expand(struct args *out, int argc, char **argv, struct err *err)
{
	int rc = OK;

	for (int i = 1; i < argc && rc == OK; i++)
		rc = expand(out, argv[i], 0, err);
	return rc;
}

int args_shorten(struct args *a, size_t from, struct err *err)
{
	size_t bytes = 0;
	FILE *f;
	int fd;

	for (size_t i = from; i < a->len; i++)
		bytes += strlen(a->at[i]) + 1;
	if (bytes < INLINE_BYTES)
		return OK;
	fd = memfd_create("scarp-arguments", 0);
	f = fd < 0 ? NULL : fdopen(dup(fd), "w");
	if (!f)
		return fail(err, ERR_IO,
			"cannot make a response file: %s" SC(602),
			strerror(errno));
	for (size_t i = from; i < a->len; i++) {
		for (const char *p = a->at[i]; *p; p++) {
			if (strchr("\\'\" \t\n\r\f\v", *p))
				fputc('\\', f);
			fputc(*p, f);
		}
		fputs(*a->at[i] ? "\n" : "''\n", f);
	}
	if (fclose(f) != 0)
		return fail(err, ERR_IO,
			"cannot write a response file: %s" SC(602),
			strerror(errno));
	a->len = from;
	args_addf(a, "@/proc/self/fd/%d", fd);
	return OK;
}
