/* SPDX-License-Identifier: MIT */
/* process.c - starting, watching and ending a test process */
#include "build_id.h"
#include "cli/processes/process.h"
#include "linear/own.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { /* in the test: high, so that its own start at 3 */
	CHANNEL_FD = 100,
	NAMES_FD = CHANNEL_FD + CHANNEL_NAMES_FD,
	RERUNS_FD = CHANNEL_FD + CHANNEL_RERUNS_FD,
	OWNS_FD = CHANNEL_FD + OWN_FD
};

/* What the child tells before the exec succeeds. */
struct news {
	int what; /* 'd' chdir failed, 'x' exec failed */
	int error;
};

int process_memory(size_t bytes, struct err *err)
{
	int low = memfd_create("scarp", MFD_CLOEXEC), fd;

	if (low < 0) {
		fail(err, ERR_UNSUPPORTED,
			"cannot create a memory file: %s" SC(511),
			strerror(errno));
		return -1;
	}
	fd = fcntl(low, F_DUPFD_CLOEXEC, OWNS_FD + 1);
	close(low);
	if (fd >= 0 && ftruncate(fd, (off_t)bytes) == 0)
		return fd;
	fail(err, ERR_IO, "cannot size the memory file: %s%s" SC(511),
		strerror(errno),
		errno == EFBIG ? "; is there a limit (ulimit -f)?" : "");
	if (fd >= 0)
		close(fd);
	return -1;
}

int process_init(struct process *p, struct err *err)
{
	*p = (struct process){
		.pidfd = -1, .names_fd = -1, .reruns_fd = -1, .own_fd = -1};
	p->fd = process_memory(sizeof(struct channel), err);
	if (p->fd < 0)
		return err->code;
	p->channel = mmap(NULL, sizeof(struct channel), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_NORESERVE, p->fd, 0);
	if (p->channel == MAP_FAILED) {
		p->channel = NULL;
		return fail(err, ERR_IO,
			"cannot map the memory file: %s; is there a limit "
			"(ulimit -v)?" SC(511),
			strerror(errno));
	}
	p->channel->magic = CHANNEL_MAGIC;
	p->channel->version = CHANNEL_VERSION;
	p->channel->bytes = sizeof(struct channel);
	snprintf(
		p->channel->build, sizeof p->channel->build, "%s", SCARP_BUILD);
	p->channel->config.stdin_fd = -1;
	return OK;
}

void process_free(struct process *p)
{
	if (p->pid)
		process_kill(p);
	if (p->channel)
		munmap(p->channel, sizeof(struct channel));
	if (p->fd >= 0)
		close(p->fd);
	*p = (struct process){.fd = -1,
		.pidfd = -1,
		.names_fd = -1,
		.reruns_fd = -1,
		.own_fd = -1};
}

static void tell(int fd, int what)
{
	struct news news = {what, errno};

	if (write(fd, &news, sizeof news) != sizeof news)
		_exit(127);
}

/* What this process is to have when it becomes the test; its descriptor `but`
 * stays as it is. */
static void settle(const struct process *p, int but)
{
	static const struct rlimit none = {0, 0};
	int null = open("/dev/null", O_RDONLY);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGINT, SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
	setrlimit(RLIMIT_CORE, &none);
	dup2(null, STDIN_FILENO);
	dup2(p->fd, CHANNEL_FD);
	if (p->names_fd >= 0)
		dup2(p->names_fd, NAMES_FD);
	if (p->reruns_fd >= 0)
		dup2(p->reruns_fd, RERUNS_FD);
	if (p->own_fd >= 0)
		dup2(p->own_fd, OWNS_FD);
	/* Numbers of descriptors are part of what a test can see. */
	for (int fd = 3; fd < CHANNEL_FD; fd++)
		if (fd != but)
			close(fd);
	/* Where that is refused, two processes are compared: probe.c. */
	personality(ADDR_NO_RANDOMIZE);
}

/* In the child, between fork and exec.  Who started it may be gone before it
 * has asked to be told. */
static void become(const struct process *p, const struct target *t, int news,
	char **environment, pid_t parent)
{
	setpgid(0, 0);
	settle(p, news);
	if (getppid() != parent)
		_exit(127);
	if (t->directory && chdir(t->directory) != 0) {
		tell(news, 'd');
		_exit(127);
	}
	execve(t->path, t->argv, environment);
	tell(news, 'x');
	_exit(127);
}

static int hear(const struct target *t, int fd, struct err *err)
{
	struct news news;
	int code = OK;

	while (read(fd, &news, sizeof news) == sizeof news) {
		if (news.what == 'd')
			code = fail(err, ERR_USAGE,
				"cannot enter directory '%s': %s" SC(454),
				t->directory, strerror(news.error));
		else
			code = fail(err, ERR_USAGE,
				"cannot start '%s': %s; is it a program for "
				"this machine?" SC(454),
				t->path, strerror(news.error));
	}
	close(fd);
	return code;
}

/* Where in the environment, which has room for it, the channel was put. */
static char **add_channel(const struct target *t)
{
	static char channel[32];
	char **at = t->environment;

	while (*at)
		at++;
	snprintf(channel, sizeof channel, CHANNEL_ENV "=%d", CHANNEL_FD);
	*at = channel;
	return at;
}

int process_become(
	const struct process *p, const struct target *t, struct err *err)
{
	p->channel->config.stdin_fd = t->stdin_fd;
	p->channel->state = RUN_NOT_STARTED;
	add_channel(t);
	fflush(NULL);
	if (t->directory && chdir(t->directory) != 0)
		return fail(err, ERR_USAGE,
			"cannot enter directory '%s': %s" SC(454), t->directory,
			strerror(errno));
	settle(p, -1);
	execve(t->path, t->argv, t->environment);
	return fail(err, ERR_USAGE, "cannot start '%s': %s" SC(454), t->path,
		strerror(errno));
}

/* Does the command read from a file or a pipe, as if that were the test's? */
static bool redirected(void)
{
	struct stat st;

	return fstat(STDIN_FILENO, &st) == 0 &&
	       (S_ISFIFO(st.st_mode) || (S_ISREG(st.st_mode) && st.st_size));
}

int process_start(struct process *p, const struct target *t, struct err *err)
{
	char **channel;
	pid_t parent = getpid();
	int pipes[2];

	if (pipe2(pipes, O_CLOEXEC) != 0)
		return fail(err, ERR_IO, "cannot create a pipe: %s" SC(511),
			strerror(errno));
	fflush(NULL);
	p->channel->config.stdin_fd = t->stdin_fd;
	p->channel->config.stdin_missed = t->stdin_fd < 0 && redirected();
	p->channel->state = RUN_NOT_STARTED;
	p->channel->stop_request = 0;
	channel = add_channel(t);
	p->pid = fork();
	if (p->pid == 0)
		become(p, t, pipes[1], t->environment, parent);
	*channel = NULL;
	close(pipes[1]);
	if (p->pid < 0) {
		p->pid = 0;
		close(pipes[0]);
		return fail(err, ERR_IO, "cannot start a process: %s" SC(511),
			strerror(errno));
	}
	setpgid(p->pid, p->pid);
	p->pidfd = (int)syscall(SYS_pidfd_open, p->pid, 0);
	p->mark = p->mark_ns = 0;
	if (hear(t, pipes[0], err)) {
		process_kill(p);
		return err->code;
	}
	return OK;
}

static void bury(struct process *p)
{
	if (p->pidfd >= 0)
		close(p->pidfd);
	p->pidfd = -1;
	p->pid = 0;
}

bool process_ended(struct process *p)
{
	siginfo_t info = {0};

	if (!p->pid)
		return true;
	/* Look first: its group must be killed before its number is free. */
	if (waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) !=
			0 ||
		info.si_pid == 0)
		return false;
	kill(-p->pid, SIGKILL); /* children that fork mode left behind */
	waitpid(p->pid, &p->status, 0);
	bury(p);
	return true;
}

void process_kill(struct process *p)
{
	if (!p->pid)
		return;
	kill(-p->pid, SIGKILL);
	kill(p->pid, SIGKILL);
	waitpid(p->pid, &p->status, 0);
	bury(p);
}

static uint64_t cpu_ns(pid_t pid)
{
	struct timespec ts;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &ts))
		return 0;
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static FILE *children_of(pid_t pid)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid,
		(int)pid);
	return fopen(path, "re");
}

uint64_t process_cpu_ns(const struct process *p)
{
	uint64_t sum = cpu_ns(p->pid);
	FILE *f = children_of(p->pid);
	int child;

	while (f && fscanf(f, "%d", &child) == 1)
		sum += cpu_ns(child);
	if (f)
		fclose(f);
	return sum;
}

/* What /proc/PID/stat says behind the name (which may hold brackets); NULL:
 * nothing. */
static const char *stat_of(pid_t pid, char *line, int size)
{
	char path[64];
	const char *end = NULL;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	f = fopen(path, "re");
	if (f && fgets(line, size, f))
		end = strrchr(line, ')');
	if (f)
		fclose(f);
	return end ? end + 1 : NULL;
}

uint64_t process_used_ns(const struct process *p)
{
	char line[512];
	const char *rest = stat_of(p->pid, line, sizeof line);
	unsigned long user = 0, system = 0;
	long tick = sysconf(_SC_CLK_TCK);

	/* cutime and cstime, proc(5): the 14th and 15th behind the name */
	if (!rest || tick <= 0 ||
		sscanf(rest,
			" %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u"
			" %lu %lu",
			&user, &system) != 2)
		user = system = 0;
	return process_cpu_ns(p) +
	       (user + system) * (1000000000u / (unsigned long)tick);
}

/* Runs, or would if a processor were free. */
static bool runs(pid_t pid)
{
	char line[512], state = 'S';
	const char *rest = stat_of(pid, line, sizeof line);

	if (rest)
		sscanf(rest, " %c", &state);
	return rest && (state == 'R' || state == 'D');
}

bool process_runs(const struct process *p)
{
	bool any = runs(p->pid);
	FILE *f = children_of(p->pid);
	int child;

	while (f && !any && fscanf(f, "%d", &child) == 1)
		any = runs(child);
	if (f)
		fclose(f);
	return any;
}
