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
	TEXT_MAX = 16 << 20
};

/* The first of a name counts. */
static void environment_with(struct words *all, char *const *environment,
	const char *const *list, const struct words *more)
{
	for (size_t i = 0; i < more->count; i++)
		words_add(all, more->word[i]);
	for (; *list; list++)
		words_add(all, *list);
	for (; *environment; environment++)
		words_add(all, *environment);
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

static pid_t begin(const struct framework *f, const struct target *t,
	const struct selection *s, int out)
{
	struct words argv = {0}, environment = {0};
	pid_t pid;

	environment_with(&environment, t->environment, f->list_environment,
		&s->environment);
	for (char **a = t->argv; *a; a++)
		words_add(&argv, *a);
	for (const char *const *a = f->list_arguments; *a; a++)
		words_add(&argv, *a);
	for (size_t i = 0; i < s->arguments.count; i++)
		words_add(&argv, s->arguments.word[i]);
	fflush(NULL);
	pid = fork();
	if (pid == 0)
		become(f, t, out, argv.word, environment.word);
	words_fini(&argv);
	words_fini(&environment);
	return pid;
}

/* All that it prints, until the end of that; false: it does not come. */
static bool hear(int fd, char *text, size_t *used, int wait_ms)
{
	uint64_t end = clock_ns() + (uint64_t)wait_ms * 1000000;

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
		return fail(err, ERR_USAGE,
			"'%s', %s does not end within %d s" SC(460), t->path,
			how, LISTING_MS / 1000);
	if (WIFSIGNALED(status) && !f->runs_all)
		return fail(err, ERR_USAGE,
			"'%s', %s dies of signal %d (%s)" SC(460), t->path, how,
			WTERMSIG(status), strsignal(WTERMSIG(status)));
	if (names->count)
		return OK;
	return fail(err, ERR_USAGE,
		"'%s', a program with %s, lists no test cases%s" SC(460),
		t->path, f->name,
		f->runs_all ? " when it is run as it is" : "");
}

int listing_hear(struct heard *h, const struct framework *f,
	const struct target *t, const struct selection *s, int wait_ms,
	struct err *err)
{
	char *text = malloc(TEXT_MAX);
	struct words all = {0};
	size_t used = 0;
	int pipes[2];
	pid_t pid;

	*h = (struct heard){.ended = false};
	if (!text || pipe2(pipes, O_CLOEXEC) != 0) {
		free(text);
		return fail(err, ERR_IO, "cannot create a pipe: %s" SC(432),
			strerror(errno));
	}
	pid = begin(f, t, s, pipes[1]);
	close(pipes[1]);
	h->ended = pid > 0 && hear(pipes[0], text, &used, wait_ms);
	close(pipes[0]);
	if (pid > 0) {
		if (!h->ended)
			kill(-pid, SIGKILL);
		while (waitpid(pid, &h->status, 0) < 0 && errno == EINTR)
			;
		kill(-pid, SIGKILL); /* what it may have left behind */
	}
	text[used] = '\0';
	h->complete = h->ended && (!f->end || strstr(text, f->end));
	f->read(&all, text);
	once_each(&h->names, &all);
	free(text);
	return OK;
}

int listing(struct words *names, const struct framework *f,
	const struct target *t, struct err *err)
{
	struct selection none = {{0}, {0}};
	struct heard h;

	if (listing_hear(&h, f, t, &none, LISTING_MS, err))
		return err->code;
	*names = h.names;
	return judge(names, f, t, h.ended, h.status, err);
}
