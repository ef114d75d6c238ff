/* SPDX-License-Identifier: MIT */
/* demangle.c - C++ names as people write them */
#include "replay/demangle.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef char *(*demangler)(const char *, char *, size_t *, int *);

static demangler load(void)
{
	static demangler found;
	static int tried;

	if (!tried) {
		void *library = dlopen("libstdc++.so.6", RTLD_LAZY);

		tried = 1;
		if (library)
			*(void **)&found = dlsym(library, "__cxa_demangle");
	}
	return found;
}

enum {
	LONG = 48
};

static const char anonymous[] = "(anonymous namespace)";

/* Length of what is to be taken as one piece at `at`: 1 for most bytes. */
static size_t piece(const char *at)
{
	if (strncmp(at, anonymous, sizeof anonymous - 1) == 0)
		return sizeof anonymous - 1;
	if (strncmp(at, "operator()", 10) == 0)
		return 10;
	if (strncmp(at, "operator<<", 10) == 0)
		return 10;
	if (strncmp(at, "operator", 8) == 0)
		return 8 + strspn(at + 8, "<>-= ");
	return 1;
}

/* Behind the parameters at `at` of a function that what comes next is in:
 * "()::{lambda}", "() const::buffer".  NULL: nothing comes next. */
static const char *behind_parameters(const char *at)
{
	static const char constant[] = " const";
	const char *end = at + 1;

	for (int depth = 1; *end && depth > 0; end++)
		depth += *end == '(' ? 1 : *end == ')' ? -1 : 0;
	if (strncmp(end, constant, sizeof constant - 1) == 0)
		end += sizeof constant - 1;
	return strncmp(end, "::", 2) == 0 ? end : NULL;
}

/* A name without the type before it (templates have one) and the parameters
 * after it, or in it. */
static void bare(char *name)
{
	const char *next;

	size_t start = 0, depth = 0, i, n;

	for (i = 0; name[i]; i += n) {
		n = piece(name + i);
		if (n > 1)
			continue;
		if (name[i] == '<')
			depth++;
		if (name[i] == '>' && depth)
			depth--;
		if (name[i] == ' ' && depth == 0)
			start = i + 1;
		if (name[i] != '(' || depth > 0 || i == start)
			continue;
		next = behind_parameters(name + i);
		if (!next)
			break;
		memmove(name + i, next, strlen(next) + 1);
	}
	name[i] = '\0';
	memmove(name, name + start, i - start + 1);
}

/* vector<string, allocator<string>>::push_back -> vector<>::push_back, or
 * without brackets either. */
static void without_arguments(char *name, bool brackets)
{
	size_t depth = 0, used = 0, n;

	for (size_t i = 0; name[i]; i += n) {
		n = piece(name + i);
		if (n > 1) {
			if (depth == 0)
				memmove(name + used, name + i, n);
			used += depth == 0 ? n : 0;
			continue;
		}
		if (name[i] == '>' && depth)
			depth--;
		if (depth == 0 && (brackets || !strchr("<>", name[i])))
			name[used++] = name[i];
		if (name[i] == '<')
			depth++;
	}
	name[used] = '\0';
}

/* What stands at `at` is this text: by that one. */
static void put_in(char *at, size_t length, const char *text)
{
	size_t n = strlen(text);

	memmove(at + n, at + length, strlen(at + length) + 1);
	memcpy(at, text, n);
}

/* main()::{lambda(int)#1}::operator()(int) const -> main()::{lambda}; of
 * several in a function the others have numbers. */
static void short_lambdas(char *name)
{
	static const char begin[] = "{lambda(", call[] = "::operator()";
	char *at = name;

	while ((at = strstr(at, begin))) {
		char *end = at + sizeof begin - 1, *number;

		for (int depth = 1; *end && depth > 0; end++)
			depth += *end == '(' ? 1 : *end == ')' ? -1 : 0;
		number = end;
		end += strcspn(end, "}");
		if (!*number || !*end)
			return;
		if (strncmp(number, "#1}", 3) == 0)
			number = end;
		memmove(at + 7, number, strlen(number) + 1);
		at = strchr(at, '}') + 1;
		if (strncmp(at, call, sizeof call - 1) == 0)
			put_in(at, sizeof call - 1, "");
	}
}

static void all_of(const char *name, char *out, size_t size, bool plainly)
{
	demangler f = strncmp(name, "_Z", 2) == 0 ? load() : NULL;
	int status = -1;
	char *plain = f ? f(name, NULL, NULL, &status) : NULL;
	static const char guard[] = "guard variable for ";

	if (plain && status == 0) {
		bool once = strncmp(plain, guard, sizeof guard - 1) == 0;

		short_lambdas(plain);
		bare(plain);
		if (plainly || strlen(plain) > LONG)
			without_arguments(plain, !plainly);
		snprintf(out, size, "%s%s", once ? "initialisation of " : "",
			plain);
	} else {
		snprintf(out, size, "%s", name);
	}
	free(plain);
}

void demangle(const char *name, char *out, size_t size)
{
	all_of(name, out, size, false);
}

void demangle_plain(const char *name, char *out, size_t size)
{
	all_of(name, out, size, true);
}
