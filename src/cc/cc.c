/* SPDX-License-Identifier: MIT */
/* cc.c - the compiler command: read the line, change it, run the compiler
 *
 * Compiling says nothing on stderr, because configure scripts take any text
 * there for a failure; what was dropped is said once, where it is linked, and
 * not in a build system's probe.
 */
#include "cc/cc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cc/finish.h"
#include "cc/plugin.h"
#include "cc/rewrite.h"

static const char *self(bool cxx)
{
	return cxx ? "scarp c++" : "scarp cc";
}

static int refuse(bool cxx, const char *why)
{
	fprintf(stderr, "%s: %s\n", self(cxx), why);
	return 2;
}

/* Autoconf, CMake and Meson try things out under these names. */
static bool probe(const struct request *r)
{
	static const char *const where[] = {"/CMakeFiles/CMakeTmp",
		"/CMakeFiles/CMakeScratch", "/meson-private", "/conftest",
		NULL};
	char place[8192];
	size_t n = 0;

	place[0] = '/';
	if (r->output[0] != '/') {
		if (!getcwd(place, 4096))
			return false;
		n = strlen(place);
		place[n++] = '/';
	}
	snprintf(place + n, sizeof place - n, "%s", r->output);
	for (const char *const *w = where; *w; w++)
		if (strstr(place, *w))
			return true;
	return false;
}

static void say_dropped(const struct request *r)
{
	const struct args *d = &r->dropped;

	if (d->len == 0 || probe(r))
		return;
	fprintf(stderr, "%s: left out of '%s':", self(r->cxx), r->output);
	for (size_t i = 0; i < d->len; i++) {
		bool again = false;

		for (size_t j = 0; j < i; j++)
			again |= strcmp(d->at[i], d->at[j]) == 0;
		if (!again)
			fprintf(stderr, " %s", d->at[i]);
	}
	fprintf(stderr, " (docs/cc.md says why)\n");
}

/* 127 and 126 as a shell says them. */
static int cannot_run(const struct request *r)
{
	int why = errno;

	fprintf(stderr, "%s: cannot run '%s': %s%s" SC(607) "\n", self(r->cxx),
		r->program, strerror(why),
		why == ENOENT ? "; install it, or name another with --compiler"
			      : "");
	return why == ENOENT ? 127 : 126;
}

/* Runs the compiler in a child and returns its exit code. */
static int run(const struct request *r, const struct args *line)
{
	pid_t child;
	int status;

	fflush(NULL);
	child = fork();
	if (child == 0) {
		execvp(line->at[0], (char *const *)line->at);
		_exit(cannot_run(r));
	}
	if (child < 0) {
		fprintf(stderr, "%s: cannot start a process: %s" SC(511) "\n",
			self(r->cxx), strerror(errno));
		return 1;
	}
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return 1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int cc_main(int argc, char **argv, bool cxx)
{
	struct args line = {0}, out = {0};
	struct resources from;
	struct request r;
	struct err err;
	int rc;

	if (args_expand(&line, argc, argv, &err) != OK ||
		request_read(&r, &line, cxx, &err) != OK ||
		(r.product != MAKES_NOTHING &&
			(resources_find(&from, &err) != OK ||
				plugin_find(&r, &from, &err) != OK)))
		return refuse(cxx, err.text);
	if (r.static_link && r.product == MAKES_EXECUTABLE)
		return refuse(cxx,
			"-static cannot be checked, because libraries call "
			"the runtime through the dynamic linker: link "
			"'-static' "
			"only in the build that you ship");
	rewrite(&out, &r, &from);
	if (args_shorten(&out, 1, &err) != OK)
		return refuse(cxx, err.text);
	if (r.product != MAKES_EXECUTABLE && r.product != MAKES_SHARED) {
		execvp(out.at[0], (char *const *)out.at);
		return cannot_run(&r);
	}
	say_dropped(&r);
	rc = run(&r, &out);
	if (rc == 0 && finish(&r, &from, &err) != OK)
		return refuse(cxx, err.text);
	return rc;
}
