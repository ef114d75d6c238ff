/* SPDX-License-Identifier: MIT */
#include "report/wrapper.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "replay/symbols.h"
#include "report/source.h"

enum {
	WORD = 48
};

struct reader {
	const char *at;
	unsigned lines;
	char word[WORD]; /* the last name that was read, */
	char before;	 /* and the sign in front of it, 'a' for a name */
	unsigned calls;	 /* of the library */
	bool other;	 /* it does something else */
};

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool starts(const char *word, const char *with)
{
	return strncmp(word, with, strlen(with)) == 0;
}

static bool one_of(const char *word, const char *const *list)
{
	for (; *list; list++)
		if (strcmp(word, *list) == 0)
			return true;
	return false;
}

/* A call of what orders threads: in C by its name, in C++ as a method. */
static bool of_the_library(const struct reader *r)
{
	static const char *const prefix[] = {"pthread_mutex_", "pthread_cond_",
		"pthread_rwlock_", "pthread_spin_", "pthread_barrier_", "sem_",
		"mtx_", "cnd_"};
	static const char *const method[] = {"lock", "unlock", "try_lock",
		"lock_shared", "unlock_shared", "wait", "notify_one",
		"notify_all", "acquire", "release", NULL};

	for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
		if (starts(r->word, prefix[i]))
			return true;
	return (r->before == '.' || r->before == '>') &&
	       one_of(r->word, method);
}

/* What may stand beside it: what looks at the result. */
static bool looks(const char *word)
{
	static const char *const words[] = {"if", "assert", "abort", "exit",
		"_exit", "perror", "printf", "fprintf", "fputs", "strerror",
		"err", "errx", "die", "fatal", "panic", "return", "sizeof",
		"likely", "unlikely", NULL};

	if (one_of(word, words))
		return true;
	for (; *word; word++)
		if (islower((unsigned char)*word))
			return false;
	return true; /* a macro, such as CHECK(...) */
}

static bool is_loop(const char *word)
{
	static const char *const words[] = {
		"while", "for", "do", "goto", "switch", "try", NULL};

	return one_of(word, words);
}

static void skip_quotes(struct reader *r)
{
	char quote = *r->at++;

	while (*r->at && *r->at != quote && *r->at != '\n')
		r->at += *r->at == '\\' && r->at[1] ? 2 : 1;
	r->at += *r->at == quote;
}

/* Blanks and comments.  False: a line for the preprocessor. */
static bool skip(struct reader *r)
{
	for (;;) {
		if (*r->at == '\n') {
			r->lines++;
			r->at++;
		} else if (*r->at && strchr(" \t\r", *r->at)) {
			r->at++;
		} else if (r->at[0] == '/' && r->at[1] == '/') {
			r->at += strcspn(r->at, "\n");
		} else if (r->at[0] == '/' && r->at[1] == '*') {
			for (r->at += 2; *r->at; r->at++) {
				r->lines += *r->at == '\n';
				if (r->at[0] == '*' && r->at[1] == '/')
					break;
			}
			r->at += *r->at ? 2 : 0;
		} else {
			return *r->at != '#';
		}
	}
}

static void read_word(struct reader *r, char before)
{
	size_t n = 0, used = 0;

	for (; is_word(r->at[n]); n++)
		if (used + 1 < WORD)
			r->word[used++] = r->at[n];
	r->word[used] = '\0';
	r->at += n;
	r->before = before;
	r->other |= is_loop(r->word);
}

/* A sign of the body: a call, or something that is changed. */
static void read_sign(struct reader *r, char before)
{
	char c = r->at[0], next = r->at[1];

	if (c == '(' && before == 'a') {
		if (of_the_library(r))
			r->calls++;
		else
			r->other |= !looks(r->word);
	}
	if ((c == '+' || c == '-') && (next == c || next == '='))
		r->other = true;
	if (strchr("*/%|&^", c) && next == '=')
		r->other = true;
	if (c == '=' && next != '=' && !strchr("=!<>", before))
		r->other |= before != 'a' || strchr(".>*]:", r->before);
	if (c == '=' && next == '=')
		r->at++;
	r->at++;
}

/* Up to the brace that ends it. */
static bool read_body(struct reader *r)
{
	unsigned deep = 0;
	char before = ';';

	while (skip(r) && *r->at && r->lines <= WRAPPER_LINES && !r->other) {
		char c = *r->at;

		if (c == '"' || c == '\'') {
			skip_quotes(r);
			before = '"';
			continue;
		}
		if (is_word(c)) {
			read_word(r, before);
			before = 'a';
			continue;
		}
		if (c == '{')
			deep++;
		if (c == '}' && --deep == 0)
			return true;
		read_sign(r, before);
		before = c;
	}
	return false;
}

bool wrapper_text(const char *text)
{
	struct reader r = {.at = text};

	while (skip(&r) && *r.at && *r.at != '{' && *r.at != ';' &&
		r.lines <= WRAPPER_LINES)
		r.at++;
	return *r.at == '{' && read_body(&r) && r.calls == 1;
}

bool wrapper_is(const struct frame *f)
{
	size_t length;
	const char *text =
		f->line && f->declared && f->line >= f->declared &&
				f->line - f->declared <= WRAPPER_LINES
			? source_at(f->path, f->declared, &length)
			: NULL;

	return text && wrapper_text(text);
}
