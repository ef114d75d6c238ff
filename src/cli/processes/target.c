/* SPDX-License-Identifier: MIT */
/* target.c - the test as it will be started: path, environment, input
 *
 * What differs from one terminal or session to the next is left out of the
 * environment, and the rest is sorted: where things lie on the initial stack,
 * and what getenv finds, is then the same every time.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/processes/process.h"

#define OPTION_VARIABLE "SCARP_OPT_" /* cli/words/settings.h */

extern char **environ;

static bool is_volatile(const char *entry)
{
	static const char *const name[] = {"_", "SHLVL", "OLDPWD", "LINES",
		"COLUMNS", "WINDOWID", "SSH_CLIENT", "SSH_CONNECTION",
		"SSH_TTY", "SSH_AUTH_SOCK", "SSH_AGENT_PID", "TERM",
		"TERM_SESSION_ID", "XDG_SESSION_ID", "XDG_ACTIVATION_TOKEN",
		"DBUS_SESSION_BUS_ADDRESS", "TMUX", "TMUX_PANE", "STY",
		"GPG_TTY", "INVOCATION_ID", "JOURNAL_STREAM", "MAKEFLAGS",
		"MAKELEVEL", "MFLAGS", "DASHBOARD_TEST_FROM_CTEST",
		"CTEST_INTERACTIVE_DEBUG_MODE", "LD_BIND_NOW",
		"SCARP_KEEP_EVERY", "SCARP_REST", "SCARP_GDB", "SCARP_COMMAND",
		"SCARP_SCHEDULE", "SCARP_PWD", CHANNEL_ENV};

	if (strncmp(entry, OPTION_VARIABLE, sizeof OPTION_VARIABLE - 1) == 0)
		return true;
	for (size_t i = 0; i < sizeof name / sizeof name[0]; i++) {
		size_t n = strlen(name[i]);

		if (strncmp(entry, name[i], n) == 0 && entry[n] == '=')
			return true;
	}
	return false;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static char **environment_new(void)
{
	size_t n = 0, kept = 0;
	char **copy;

	while (environ[n])
		n++;
	/* More: for the channel, for preload(), and what is set. */
	copy = calloc(n + 4 + TARGET_SET_MAX, sizeof *copy);
	if (!copy)
		return NULL;
	for (size_t i = 0; i < n; i++)
		if (!is_volatile(environ[i]))
			copy[kept++] = environ[i];
	/* Nothing may be bound in the middle of an execution: the loader would
	 * write behind the undo log's back. */
	copy[kept++] = "LD_BIND_NOW=1";
	qsort(copy, kept, sizeof *copy, by_text);
	return copy;
}

/* As a shell finds it: with a slash it is a path, else PATH is searched. */
static int find(char **path, const char *name, struct err *err)
{
	const char *dirs = getenv("PATH");
	char at[PATH_MAX];

	if (strchr(name, '/')) {
		if (access(name, F_OK) != 0)
			return fail(err, ERR_USAGE,
				"cannot find '%s': %s; check the path" SC(454),
				name, strerror(errno));
		*path = realpath(name, NULL);
		return *path ? OK
			     : fail(err, ERR_USAGE,
				       "cannot resolve '%s': %s" SC(454), name,
				       strerror(errno));
	}
	while (dirs && *dirs) {
		int n = (int)strcspn(dirs, ":");

		snprintf(at, sizeof at, "%.*s/%s", n, dirs, name);
		if (access(at, X_OK) == 0 && (*path = realpath(at, NULL)))
			return OK;
		dirs += n + (dirs[n] == ':');
	}
	if (access(name, F_OK) == 0)
		return fail(err, ERR_USAGE,
			"cannot find '%s' in PATH; did you mean './%s'?" SC(
				454),
			name, name);
	return fail(err, ERR_USAGE,
		"cannot find '%s': no such file; give the path of a program "
		"that scarp cc built" SC(454),
		name);
}

static int open_stdin(int *fd, const char *path, struct err *err)
{
	int low;

	*fd = -1;
	if (!path)
		return OK;
	low = open(path, O_RDONLY | O_CLOEXEC);
	if (low < 0)
		return fail(err, ERR_USAGE,
			"cannot open '%s' for --stdin: %s" SC(431), path,
			strerror(errno));
	*fd = fcntl(low, F_DUPFD, 101); /* high: low numbers are the test's */
	close(low);
	if (*fd < 0)
		return fail(err, ERR_IO, "cannot duplicate '%s': %s" SC(431),
			path, strerror(errno));
	return OK;
}

int target_init(struct target *t, const char *program, const char *directory,
	char **argv, const char *stdin_path, struct err *err)
{
	struct stat st;

	*t = (struct target){
		.argv = argv, .stdin_fd = -1, .stdin_path = stdin_path};
	if (!program)
		program = argv[0];
	if (find(&t->path, program, err))
		return err->code;
	if (stat(t->path, &st) == 0 && S_ISDIR(st.st_mode))
		return fail(err, ERR_USAGE,
			"'%s' is a directory; give the path of a program" SC(
				436),
			program);
	if (access(t->path, X_OK) != 0)
		return fail(err, ERR_USAGE,
			"cannot run '%s': %s; is it a program?" SC(454),
			program, strerror(errno));
	if (open_stdin(&t->stdin_fd, stdin_path, err))
		return err->code;
	t->environment = environment_new();
	t->directory = directory ? strdup(directory) : getcwd(NULL, 0);
	if (!t->environment || !t->directory)
		return fail(err, ERR_IO, "no memory to start '%s'" SC(437),
			program);
	return OK;
}

bool target_set(struct target *t, const char *entry)
{
	char **at = t->environment, *own;
	size_t name = strcspn(entry, "=") + 1;

	if (t->sets == TARGET_SET_MAX || !(own = strdup(entry)))
		return false;
	while (*at && strncmp(*at, entry, name) != 0)
		at++;
	*at = t->set[t->sets++] = own;
	for (at = t->environment; *at; at++)
		;
	qsort(t->environment, (size_t)(at - t->environment), sizeof *at,
		by_text);
	return true;
}

void target_fini(struct target *t)
{
	while (t->sets)
		free(t->set[--t->sets]);
	if (t->stdin_fd >= 0)
		close(t->stdin_fd);
	free(t->environment);
	free(t->preloaded);
	free(t->path);
	free(t->directory);
}
