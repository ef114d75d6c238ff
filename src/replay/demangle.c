/* SPDX-License-Identifier: MIT */
/* demangle.c - C++ names as people write them */
#include "replay/demangle.h"

#include <dlfcn.h>
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

/* Length without the parameter list: up to the '(' that opens it. */
static size_t without_parameters(const char *name)
{
	static const char anonymous[] = "(anonymous namespace)";
	size_t depth = 0;

	for (size_t i = 0; name[i]; i++) {
		if (strncmp(name + i, anonymous, sizeof anonymous - 1) == 0) {
			i += sizeof anonymous - 2;
			continue;
		}
		if (strncmp(name + i, "operator()", 10) == 0) {
			i += 9;
			continue;
		}
		if (name[i] == '<')
			depth++;
		if (name[i] == '>' && depth)
			depth--;
		if (name[i] == '(' && depth == 0)
			return i;
	}
	return strlen(name);
}

void demangle(const char *name, char *out, size_t size)
{
	demangler f = strncmp(name, "_Z", 2) == 0 ? load() : NULL;
	int status = -1;
	char *plain = f ? f(name, NULL, NULL, &status) : NULL;

	if (plain && status == 0)
		snprintf(out, size, "%.*s", (int)without_parameters(plain),
			plain);
	else
		snprintf(out, size, "%s", name);
	free(plain);
}
