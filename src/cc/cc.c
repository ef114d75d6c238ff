/* SPDX-License-Identifier: MIT */
/* cc.c - the compiler command: read the line, change it, run the compiler
 *
 * Compiling says nothing on stderr, because configure scripts take any text
 * there for a failure; what was dropped is said once, where it is linked, and
 * not in a build system's probe.
 */
#include "cc/cc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cc/doubled.h"
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
	char place[RESOURCE_PATH_MAX];

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
	resources_document("docs/cc.md", place, sizeof place);
	fprintf(stderr, " (%s says why)" SC(609) "\n", place);
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

/* A compiler that writes to a pipe has no colours unless told so; the user's
 * own flag, which follows, wins. */
static void keep_colours(struct args *line)
{
	const char *term = getenv("TERM");
	struct args told = {0}, rest = {line->at + 1, line->len - 1, 0};

	if (!isatty(STDERR_FILENO) || !term || strcmp(term, "dumb") == 0)
		return;
	args_add(&told, line->at[0]);
	args_add(&told, "-fdiagnostics-color");
	args_append(&told, &rest);
	*line = told;
}

/* All that comes, until nobody is left to write. */
static void hear(int from, struct doubled *d)
{
	char text[4096];
	ssize_t n;

	while ((n = read(from, text, sizeof text)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			break;
		fwrite(text, 1, (size_t)n, stderr);
		doubled_read(d, text, (size_t)n);
	}
	close(from);
}

/* Runs the compiler in a child, hears what it says, and returns its exit
 * code. */
static int run(
	const struct request *r, const struct args *line, struct doubled *d)
{
	int status, ends[2];
	pid_t child;

	fflush(NULL);
	child = pipe2(ends, O_CLOEXEC) ? -1 : fork();
	if (child == 0) {
		dup2(ends[1], STDERR_FILENO);
		execvp(line->at[0], (char *const *)line->at);
		_exit(cannot_run(r));
	}
	if (child < 0) {
		fprintf(stderr, "%s: cannot start a process: %s" SC(511) "\n",
			self(r->cxx), strerror(errno));
		return 1;
	}
	close(ends[1]);
	hear(ends[0], d);
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return 1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int cc_main(int argc, char **argv, bool cxx)
{
	struct args line = {0}, out = {0};
	struct doubled doubled = {0};
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
			"'-static' only in the build that you ship" SC(610));
	rewrite(&out, &r, &from);
	if (r.product == MAKES_EXECUTABLE || r.product == MAKES_SHARED)
		keep_colours(&out);
	if (args_shorten(&out, 1, &err) != OK)
		return refuse(cxx, err.text);
	if (r.product != MAKES_EXECUTABLE && r.product != MAKES_SHARED) {
		execvp(out.at[0], (char *const *)out.at);
		return cannot_run(&r);
	}
	say_dropped(&r);
	rc = run(&r, &out, &doubled);
	if (rc != 0)
		doubled_say(&doubled, self(cxx), from.symbols);
	if (rc == 0 && finish(&r, &from, &err) != OK)
		return refuse(cxx, err.text);
	return rc;
}
