/* SPDX-License-Identifier: MIT */
/* compiler.c - which compiler runs
 *
 * The family decides which flags it is given.  It is told from the name of the
 * file that the name leads to, so that a `cc` that is clang is taken as one.
 */
#include "cc/compiler.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The file that execvp would run, symbolic links followed; else the name. */
static const char *resolved(const char *name)
{
	static char real[PATH_MAX];
	const char *path = getenv("PATH");
	char *copy, *at, *dir;

	if (strchr(name, '/'))
		return realpath(name, real) ? real : name;
	copy = at = strdup(path ? path : "/usr/bin:/bin");
	while ((dir = strsep(&at, ":"))) {
		char file[PATH_MAX];

		snprintf(file, sizeof file, "%s/%s", *dir ? dir : ".", name);
		if (access(file, X_OK) == 0 && realpath(file, real)) {
			free(copy);
			return real;
		}
	}
	free(copy);
	return name;
}

static const char *base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* gcc-12 -> g++-12, clang -> clang++, cc -> c++; other names stay. */
static const char *cxx_driver(const char *program)
{
	static const struct {
		const char *c, *cxx;
	} pair[] = {{"clang", "clang++"}, {"gcc", "g++"}, {"cc", "c++"}};
	const char *name = base(program);

	if (strstr(name, "++"))
		return program;
	for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
		const char *found = strstr(name, pair[i].c);
		char *out;

		if (!found)
			continue;
		if (asprintf(&out, "%.*s%s%s", (int)(found - program), program,
			    pair[i].cxx, found + strlen(pair[i].c)) < 0)
			abort();
		return out;
	}
	return program;
}

static int choose(struct request *r, const char *name, struct err *err)
{
	const char *own = getenv("SCARP_COMPILER");

	if (own && *own)
		name = own;
	if (strstr(base(name), "scarp"))
		return fail(err, ERR_USAGE,
			"'%s' is scarp itself: --compiler and SCARP_COMPILER "
			"take gcc, clang or the path of one" SC(601),
			name);
	r->program = r->cxx ? cxx_driver(name) : name;
	r->family = strstr(base(name), "clang") ||
				    strstr(base(resolved(name)), "clang")
			    ? FAMILY_CLANG
			    : FAMILY_GCC;
	return OK;
}

int compiler_pick(struct request *r, const struct args *line, struct args *rest,
	struct err *err)
{
	const char *name = "gcc";

	for (size_t i = 0; i < line->len; i++) {
		const char *arg = line->at[i];

		if (!strcmp(arg, "--keep-O")) {
			r->keep_o = true;
		} else if (!strcmp(arg, "--no-plugin")) {
			r->no_plugin = true;
		} else if (starts(arg, "--compiler=")) {
			name = arg + strlen("--compiler=");
		} else if (!strcmp(arg, "--compiler")) {
			if (i + 1 == line->len)
				return fail(err, ERR_USAGE,
					"--compiler takes gcc, clang or a "
					"path" SC(601));
			name = line->at[++i];
		} else {
			args_add(rest, arg);
		}
	}
	return choose(r, name, err);
}
