/* SPDX-License-Identifier: MIT */
#include "cli/plan/debugger.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cc/resources.h"

enum {
	OLDEST = 10, /* gdb's version: unwinders and events as we use them */
	MORE_MAX = 256
};

static const char *gdb(void)
{
	const char *own = getenv("SCARP_GDB");

	return own && *own ? own : "gdb";
}

/* What it prints; -1: it could not be started. */
static int ask(char *const *argv, char *out, size_t size)
{
	size_t n = 0;
	int pipes[2], status = -1;
	ssize_t got;
	pid_t pid;

	if (pipe(pipes) != 0)
		return -1;
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		dup2(pipes[1], STDOUT_FILENO);
		dup2(pipes[1], STDERR_FILENO);
		close(pipes[0]);
		close(pipes[1]);
		execvp(argv[0], argv);
		_exit(127);
	}
	close(pipes[1]);
	while (n < size - 1 &&
		(got = read(pipes[0], out + n, size - 1 - n)) > 0)
		n += (size_t)got;
	out[n] = '\0';
	close(pipes[0]);
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return -1;
	return WIFEXITED(status) && WEXITSTATUS(status) == 127 ? -1 : 0;
}

/* Is there one that can do it? */
static int judge(struct err *err)
{
	char *argv[] = {(char *)(uintptr_t)gdb(), "-nx", "-batch", "-ex",
		"python print('scarp', gdb.VERSION)", NULL};
	char out[4096], *at;

	if (ask(argv, out, sizeof out))
		return fail(err, ERR_UNSUPPORTED,
			"cannot start '%.200s': is gdb installed (package "
			"gdb)? SCARP_GDB names another one; 'scarp replay' "
			"shows the failure without it" SC(463),
			gdb());
	at = strstr(out, "scarp ");
	if (!at || strstr(out, "not supported"))
		return fail(err, ERR_UNSUPPORTED,
			"'%.200s' was built without Python, which the commands "
			"of scarp need; take a gdb with it (SCARP_GDB names "
			"it)" SC(463),
			gdb());
	if (atoi(at + strlen("scarp ")) < OLDEST) {
		at[strcspn(at, "\n")] = '\0';
		return fail(err, ERR_UNSUPPORTED,
			"'%.200s' is too old: it is version %.40s, and %d is "
			"the oldest that will do (SCARP_GDB names another "
			"one)" SC(463),
			gdb(), at + strlen("scarp "), OLDEST);
	}
	return OK;
}

int debugger_gdb(const char *schedule, uint64_t until, bool full, char **more,
	struct err *err)
{
	char script[RESOURCE_PATH_MAX], self[PATH_MAX], load[64];
	char *argv[MORE_MAX + 9] = {
		(char *)(uintptr_t)gdb(), "-q", "-x", script, "-ex", load};
	size_t n = 6;
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

	if (length < 0)
		return fail(err, ERR_IO,
			"cannot read '/proc/self/exe': %s" SC(431),
			strerror(errno));
	self[length] = '\0';
	if (judge(err) || resources_gdb(script, sizeof script, err))
		return err->code;
	/* No quotes for gdb: the script finds both there. */
	setenv("SCARP_COMMAND", self, 1);
	setenv("SCARP_SCHEDULE", schedule, 1);
	snprintf(load, sizeof load, "scarp load%s - %" PRIu64,
		full ? " --full" : "", until);
	argv[n++] = "-ex";
	argv[n++] = "run";
	for (; *more; more++) {
		if (n == MORE_MAX + 8)
			return fail(err, ERR_USAGE,
				"too many options for gdb: %d at most" SC(406),
				MORE_MAX);
		argv[n++] = *more;
	}
	fflush(NULL);
	execvp(argv[0], argv);
	return fail(err, ERR_UNSUPPORTED, "cannot start '%.200s': %s" SC(463),
		argv[0], strerror(errno));
}

void debugger_surroundings(void)
{
	const char *was = getenv("SCARP_PWD");

	if (was && *was)
		setenv("PWD", was, 1);
	else if (was)
		unsetenv("PWD");
}

int debugger_stop(
	const char *where, struct channel_config *config, struct err *err)
{
	static const char event[] = "event:", access[] = "access:";
	uint64_t *at = NULL;
	const char *number = where;
	char *end;

	config->debug = 1;
	if (strcmp(where, "end") == 0)
		return OK;
	if (strncmp(where, event, sizeof event - 1) == 0) {
		at = &config->until_event;
		number = where + sizeof event - 1;
	} else if (strncmp(where, access, sizeof access - 1) == 0) {
		at = &config->until_data;
		number = where + sizeof access - 1;
	}
	errno = 0;
	if (at)
		*at = strtoull(number, &end, 10) + 1;
	if (!at || errno || end == number || *end || *number == '-')
		return fail(err, ERR_USAGE,
			"'--become' wants 'end', 'event:N' or 'access:N', not "
			"'%s'" SC(409),
			where);
	return OK;
}
