/* SPDX-License-Identifier: MIT */
#include "cli/study/pool.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/processes/crew.h"
#include "cli/words/cli.h"

enum {
	LOOK_MS = 5,	/* how often children are asked after */
	END_LOOKS = 600 /* so often they are, until they are killed */
};

struct slot {
	pid_t pid; /* 0: free */
	size_t job;
	uint64_t begun_ns;
	bool late;
};

static void start(
	const struct pool *p, struct slot *s, size_t job, struct err *err)
{
	pid_t parent = getpid();

	fflush(NULL);
	s->job = job;
	s->late = false;
	s->begun_ns = clock_ns();
	s->pid = fork();
	if (s->pid == 0) {
		setpgid(0, 0);
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (getppid() != parent)
			_exit(EXIT_INTERRUPTED);
		signal(SIGINT, SIG_DFL);
		signal(SIGTERM, SIG_DFL);
		signal(SIGHUP, SIG_DFL);
		p->child(p->context, job);
		_exit(EXIT_FAULT);
	}
	if (s->pid < 0) {
		s->pid = 0;
		fail(err, ERR_IO, "cannot start a process: %s" SC(432),
			strerror(errno));
	} else {
		setpgid(s->pid, s->pid); /* whoever of us is first */
	}
}

static void look_after(const struct pool *p, struct slot *s, struct err *err)
{
	int status;
	pid_t pid = waitpid(s->pid, &status, WNOHANG);

	if (pid == s->pid) {
		s->pid = 0;
		if (!err->code && !crew_was_interrupted())
			p->ended(p->context, s->job, status, s->late, err);
	} else if (p->patience > 0 && !s->late &&
		   (double)(clock_ns() - s->begun_ns) > p->patience * 1e9) {
		s->late = true;
		kill(-s->pid, SIGKILL);
	}
}

static void rest(void)
{
	struct timespec t = {0, LOOK_MS * 1000000};

	nanosleep(&t, NULL);
}

/* First they may clean up. */
static void end_all(struct slot *slot, unsigned n)
{
	unsigned left = 1;

	for (unsigned i = 0; i < n; i++)
		if (slot[i].pid)
			kill(slot[i].pid, SIGTERM);
	for (int looks = 0; left; looks++) {
		left = 0;
		for (unsigned i = 0; i < n; i++) {
			if (slot[i].pid && waitpid(slot[i].pid, NULL,
						   WNOHANG) == slot[i].pid)
				slot[i].pid = 0;
			left += slot[i].pid != 0;
			if (slot[i].pid && looks == END_LOOKS)
				kill(-slot[i].pid, SIGKILL);
		}
		if (left)
			rest();
	}
}

static bool is_over(const struct err *err)
{
	return err->code || crew_was_interrupted();
}

int pool_run(const struct pool *p, struct err *err)
{
	struct slot *slot = calloc(p->at_a_time, sizeof *slot);
	size_t next = 0;
	unsigned busy;

	if (!slot)
		return fail(err, ERR_IO, "no memory" SC(437));
	do {
		busy = 0;
		for (unsigned i = 0; i < p->at_a_time && !is_over(err); i++) {
			if (slot[i].pid)
				look_after(p, &slot[i], err);
			while (!slot[i].pid && next < p->jobs &&
				!p->wanted(p->context, next))
				next++;
			if (!slot[i].pid && next < p->jobs && !is_over(err))
				start(p, &slot[i], next++, err);
			busy += slot[i].pid != 0;
		}
		if (busy && !is_over(err))
			rest();
	} while (busy && !is_over(err));
	end_all(slot, p->at_a_time);
	free(slot);
	return err->code;
}
