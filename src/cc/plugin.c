/* SPDX-License-Identifier: MIT */
/* plugin.c - the compiler plugin that belongs to the compiler */
#include "cc/plugin.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cc/embedded.h"
#include "plugin/holes.h"

static const struct kind {
	enum family family;
	const char *source; /* a folder of src/plugin */
	const char *file;
	const char *package; /* Debian's, %d is the major version */
} kinds[] = {
	{FAMILY_GCC, "gcc", SCARP_PLUGIN_GCC, "gcc-%d-plugin-dev"},
	{FAMILY_CLANG, "llvm", SCARP_PLUGIN_LLVM, "llvm-%d-dev"},
};

enum {
	NO_HEADERS = 3 /* exit code of build.sh */
};

static const struct kind *kind_of(enum family family)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (kinds[i].family == family)
			return &kinds[i];
	return NULL;
}

/* The first line of `COMPILER --version`; false: it cannot be run. */
static bool ask(const char *compiler, char *line, size_t size)
{
	size_t used = 0;
	ssize_t n;
	int fd[2], status = 0;
	pid_t child;

	if (pipe2(fd, O_CLOEXEC) != 0)
		return false;
	child = fork();
	if (child == 0) {
		int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

		dup2(fd[1], 1);
		dup2(null, 2);
		execlp(compiler, compiler, "--version", (char *)NULL);
		_exit(127);
	}
	close(fd[1]);
	while (child > 0 && used + 1 < size &&
		(n = read(fd[0], line + used, size - used - 1)) > 0)
		used += (size_t)n;
	close(fd[0]);
	line[used] = 0;
	line[strcspn(line, "\n")] = 0;
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	/* A full pipe may have ended it: what was read counts. */
	return child > 0 && *line;
}

/* "gcc (Debian 12.2.0-14) 12.2.0" and "g++ (Debian 12.2.0-14) 12.2.0" are one
 * compiler: the part from the first parenthesis on; clang has one name. */
static const char *version_of(const char *line)
{
	const char *at = strchr(line, '(');

	return at && !strstr(line, "clang") ? at : line;
}

/* The same as the name of a folder. */
static void folder_of(const char *version, char *out, size_t size)
{
	size_t used = 0;

	for (; *version && used + 1 < size; version++) {
		bool plain = isalnum((unsigned char)*version) ||
			     strchr(".-", *version);

		if (plain || (used && out[used - 1] != '_'))
			out[used++] = plain ? *version : '_';
	}
	out[used] = 0;
}

/* The last word that begins with a digit: 12 of "12.2.0". */
static int major_of(const char *version)
{
	int major = 0;

	for (const char *p = version; *p; p++)
		if (isdigit((unsigned char)*p) &&
			(p == version || p[-1] == ' '))
			major = atoi(p);
	return major;
}

static bool is_file(const char *path)
{
	return access(path, R_OK) == 0;
}

/* Runs build.sh; what it says goes to `log`. */
static int build(const char *script, const char *compiler, const char *out,
	const char *log)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0) {
		int fd = open(
			log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

		dup2(fd, 1);
		dup2(fd, 2);
		execlp("sh", "sh", script, compiler, out, (char *)NULL);
		_exit(127);
	}
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}

static int cannot_build(const struct kind *kind, const char *version, int why,
	const char *log, struct err *err)
{
	char package[64];

	snprintf(package, sizeof package, kind->package, major_of(version));
	if (why == NO_HEADERS)
		return fail(err, ERR_USAGE,
			"scarp has no plugin for this compiler, '%s', and "
			"cannot build it: install %s, or compile with "
			"--no-plugin; without it some accesses go unseen, and "
			"no verdict is 'verified' where that may matter" SC(
				604),
			version, package);
	return fail(err, ERR_USAGE,
		"cannot build scarp's plugin for '%s': '%s' says why; compile "
		"with --no-plugin; without it some accesses go unseen, and no "
		"verdict is 'verified' where that may matter" SC(604),
		version, log);
}

/* Another process may be building the same: it is waited for. */
static int build_once(const struct kind *kind, const char *compiler,
	const char *version, const char *script, const char *folder,
	const char *out, struct err *err)
{
	char lock[RESOURCE_PATH_MAX + 16], log[RESOURCE_PATH_MAX + 16];
	int fd, why = 0;

	if (mkdir(folder, 0755) != 0 && errno != EEXIST)
		return fail(err, ERR_IO, "cannot make '%s': %s" SC(603), folder,
			strerror(errno));
	snprintf(lock, sizeof lock, "%s/lock", folder);
	snprintf(log, sizeof log, "%s/build.log", folder);
	fd = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	if (fd < 0 || flock(fd, LOCK_EX) != 0)
		return fail(err, ERR_IO, "cannot lock '%s': %s" SC(603), lock,
			strerror(errno));
	if (!is_file(out))
		why = build(script, compiler, out, log);
	close(fd);
	if (why == 0 && is_file(out))
		return OK;
	return cannot_build(kind, version, why, log, err);
}

static int from_cache(const struct kind *kind, const char *compiler,
	const char *version, const char *name, const struct resources *from,
	char *out, size_t size, struct err *err)
{
	char cache[3072], folder[3584];
	char script[RESOURCE_PATH_MAX + 64];
	int rc = embedded_cache(cache, sizeof cache, err);

	if (rc != OK)
		return rc;
	snprintf(folder, sizeof folder, "%s/plugin-%016llx", cache,
		embedded_id());
	mkdir(folder, 0755);
	snprintf(folder + strlen(folder), sizeof folder - strlen(folder), "/%s",
		name);
	snprintf(out, size, "%s/%s", folder, kind->file);
	if (is_file(out))
		return OK;
	snprintf(script, sizeof script, "%s/source/%s/build.sh", from->plugins,
		kind->source);
	return build_once(kind, compiler, version, script, folder, out, err);
}

int plugin_find(
	struct request *r, const struct resources *from, struct err *err)
{
	static char file[RESOURCE_PATH_MAX + 512];
	const struct kind *kind = kind_of(r->family);
	char line[512], name[256];
	const char *version;
	int rc;

	if (!kind || r->no_plugin || !r->compiles ||
		r->product == MAKES_NOTHING ||
		!ask(r->program, line, sizeof line))
		return OK;
	version = version_of(line);
	folder_of(version, name, sizeof name);
	snprintf(
		file, sizeof file, "%s/%s/%s", from->plugins, name, kind->file);
	if (!is_file(file)) {
		rc = from_cache(kind, r->program, version, name, from, file,
			sizeof file, err);
		if (rc != OK)
			return rc;
	}
	r->plugin = file;
	return OK;
}
