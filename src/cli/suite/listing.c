/* SPDX-License-Identifier: MIT */
/* listing.c - running a program for the list of its test cases */
#include "cli/suite/listing.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/processes/crew.h"

enum {
	TEXT_MAX = 16 << 20,
	WAIT_MS = 60000
};

static char **environment_with(
	char *const *environment, const char *const *more)
{
	size_t n = 0, m = 0;
	char **copy;

	while (environment[n])
		n++;
	while (more[m])
		m++;
	copy = calloc(n + m + 1, sizeof *copy);
	if (!copy)
		return NULL;
	memcpy(copy, more, m * sizeof *copy); /* the first of a name counts */
	memcpy(copy + m, environment, n * sizeof *copy);
	return copy;
}

static void become(const struct framework *f, const struct target *t, int out,
	char **argv, char **environment)
{
	int null = open("/dev/null", O_RDWR);

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGHUP, SIG_DFL);
	dup2(t->stdin_fd >= 0 ? t->stdin_fd : null, STDIN_FILENO);
	dup2(f->on_stderr ? null : out, STDOUT_FILENO);
	dup2(f->on_stderr ? out : null, STDERR_FILENO);
	execve(t->path, argv, environment);
	_exit(127);
}

static pid_t begin(const struct framework *f, const struct target *t, int out)
{
	char **environment =
		environment_with(t->environment, f->list_environment);
	struct words argv = {0};
	pid_t pid;

	for (char **a = t->argv; *a; a++)
		words_add(&argv, *a);
	for (const char *const *a = f->list_arguments; *a; a++)
		words_add(&argv, *a);
	fflush(NULL);
	pid = environment ? fork() : -1;
	if (pid == 0)
		become(f, t, out, argv.word, environment);
	words_fini(&argv);
	free(environment);
	return pid;
}

/* All that it prints, until the end of that; false: it does not come. */
static bool hear(int fd, char *text, size_t *used)
{
	uint64_t end = clock_ns() + WAIT_MS * 1000000ull;

	for (;;) {
		struct pollfd look = {.fd = fd, .events = POLLIN};
		uint64_t now = clock_ns();
		ssize_t n;

		if (now >= end || crew_was_interrupted())
			return false;
		n = poll(&look, 1, (int)((end - now) / 1000000) + 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		n = read(fd, text + *used, TEXT_MAX - 1 - *used);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return true;
		*used += (size_t)n;
	}
}

static void once_each(struct words *names, struct words *all)
{
	for (size_t i = 0; i < all->count; i++)
		if (!words_have(names, all->word[i]))
			words_add(names, all->word[i]);
	words_fini(all);
}

static int judge(struct words *names, const struct framework *f,
	const struct target *t, bool ended, int status, struct err *err)
{
	const char *how = f->runs_all ? "run as it is, which is how its tests "
					"get listed,"
				      : "asked for a list of its tests,";

	if (!ended)
		return fail(err, ERR_USAGE, "'%s', %s does not end within %d s",
			t->path, how, WAIT_MS / 1000);
	if (WIFSIGNALED(status) && !f->runs_all)
		return fail(err, ERR_USAGE, "'%s', %s dies of signal %d (%s)",
			t->path, how, WTERMSIG(status),
			strsignal(WTERMSIG(status)));
	if (names->count)
		return OK;
	return fail(err, ERR_USAGE,
		"'%s', a program with %s, lists no test cases%s", t->path,
		f->name, f->runs_all ? " when it is run as it is" : "");
}

int listing(struct words *names, const struct framework *f,
	const struct target *t, struct err *err)
{
	char *text = malloc(TEXT_MAX);
	struct words all = {0};
	size_t used = 0;
	int pipes[2], status = 0;
	bool ended;
	pid_t pid;

	if (!text || pipe2(pipes, O_CLOEXEC) != 0) {
		free(text);
		return fail(err, ERR_IO, "cannot create a pipe: %s",
			strerror(errno));
	}
	pid = begin(f, t, pipes[1]);
	close(pipes[1]);
	ended = pid > 0 && hear(pipes[0], text, &used);
	close(pipes[0]);
	if (pid > 0) {
		if (!ended)
			kill(-pid, SIGKILL);
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
		kill(-pid, SIGKILL); /* what it may have left behind */
	}
	text[used] = '\0';
	f->read(&all, text);
	once_each(names, &all);
	free(text);
	return judge(names, f, t, ended, status, err);
}
