/* SPDX-License-Identifier: MIT */
/* runs.c - runs a program many times, several at once, and counts what it does
 *
 * runs RUNS AT_ONCE SECONDS LIMIT_MS FIRST PROGRAM [ARGUMENT]...
 *
 * Each run has another SCARP_STRESS (FIRST, FIRST + 1, ...), an empty directory
 * and standard input from where ours comes.  It ends after RUNS runs, or none
 * is begun after SECONDS.  A run that lasts longer than LIMIT_MS is killed.
 *
 * Prints a line for each way to end that was seen: how often, the exit code (a
 * signal: negative; killed by us: "hangs"), its number (the first that did),
 * and what it wrote to stdout and stderr, in JSON's quotes.  The first line is
 * the number of runs that were made.
 *
 * They are pipes, as of most who start programs, and hold PIPE_BYTES: whoever
 * writes more waits for ever.
 *
 * Cost     a fork, an exec, two pipes a run.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	AT_ONCE_MAX = 64,
	PIPE_BYTES = 1 << 20,
	TEXT_MAX = 65536, /* of each stream; the rest is cut */
	KINDS_MAX = 256
};

struct run {
	pid_t pid; /* 0: none */
	long number;
	uint64_t began_ms;
	int out, err;
	int killed;
	char place[64];
};

/* What was seen: the end and stdout tell kinds apart. */
struct kind {
	long count, first;
	int end, hangs;
	char out[TEXT_MAX + 1], err[TEXT_MAX + 1];
};

static struct run run[AT_ONCE_MAX];
static struct kind kind[KINDS_MAX];
static int kinds;
static long others; /* of kinds that had no room */
static char home[] = "/tmp/scarp-runs-XXXXXX";

static void die(const char *what)
{
	perror(what);
	exit(2);
}

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static int remove_one(
	const char *path, const struct stat *st, int what, struct FTW *at)
{
	return at->level ? remove(path) : 0;
}

/* Most runs leave nothing there. */
static void empty(const char *place)
{
	DIR *d = opendir(place);
	int found = 0;

	while (d && readdir(d))
		found++;
	if (d)
		closedir(d);
	if (found > 2 || !d)
		nftw(place, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void begin(struct run *r, long number, char **command)
{
	char seed[32];
	int given, out[2], err[2];

	if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC))
		die("pipe");
	fcntl(out[1], F_SETPIPE_SZ, PIPE_BYTES);
	fcntl(err[1], F_SETPIPE_SZ, PIPE_BYTES);
	r->out = out[0];
	r->err = err[0];
	r->number = number;
	r->killed = 0;
	r->began_ms = now_ms();
	snprintf(seed, sizeof seed, "%ld", number);
	r->pid = fork();
	if (r->pid < 0)
		die("fork");
	if (r->pid) {
		close(out[1]);
		close(err[1]);
		return;
	}
	setsid();
	given = open("/proc/self/fd/0",
		O_RDONLY | O_CLOEXEC); /* a position of its own */
	if (chdir(r->place) || dup2(out[1], 1) < 0 || dup2(err[1], 2) < 0 ||
		(given >= 0 && dup2(given, 0) < 0) ||
		setenv("SCARP_STRESS", seed, 1))
		_exit(126);
	execv(command[0], command);
	_exit(127);
}

static void text(int fd, char *into)
{
	size_t held = 0;
	ssize_t n = 0;

	fcntl(fd, F_SETFL, O_NONBLOCK); /* somebody may still have it open */
	while (held < TEXT_MAX &&
		(n = read(fd, into + held, TEXT_MAX - held)) > 0)
		held += (size_t)n;
	into[held] = 0;
	close(fd);
}

static void count(struct run *r, int status)
{
	struct kind *k = &kind[kinds], *seen;

	if (kinds == KINDS_MAX) {
		close(r->out);
		close(r->err);
		others++;
		return;
	}
	k->hangs = r->killed;
	k->end = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
	k->count = 1;
	k->first = r->number;
	text(r->out, k->out);
	text(r->err, k->err);
	for (seen = kind; seen < k; seen++)
		if (seen->hangs == k->hangs &&
			(k->hangs || (seen->end == k->end &&
					     !strcmp(seen->out, k->out)))) {
			seen->count++;
			return;
		}
	kinds++;
}

static void end(struct run *r, int status)
{
	kill(-r->pid, SIGKILL); /* whom it left behind */
	count(r, status);
	empty(r->place);
	r->pid = 0;
}

/* One run that has ended, or has to; at most a few milliseconds. */
static void look(int at_once, uint64_t limit_ms)
{
	int status;
	pid_t pid = waitpid(-1, &status, WNOHANG);
	struct timespec pause = {0, 300000};

	for (int i = 0; i < at_once; i++) {
		struct run *r = &run[i];

		if (r->pid && pid == r->pid) {
			end(r, status);
			return;
		}
		if (r->pid && !r->killed && now_ms() - r->began_ms > limit_ms) {
			r->killed = 1;
			kill(-r->pid, SIGKILL);
			kill(r->pid, SIGKILL);
		}
	}
	if (pid <= 0)
		nanosleep(&pause, NULL);
}

static void quoted(const char *s)
{
	putchar('"');
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c < 0x20 || c == '"' || c == '\\' || c >= 0x7f)
			printf("\\u%04x", c);
		else
			putchar(c);
	}
	putchar('"');
}

static void tell(long made)
{
	printf("[%ld, %ld]\n", made, others);
	for (struct kind *k = kind; k < kind + kinds; k++) {
		printf("[%ld, %ld, ", k->count, k->first);
		if (k->hangs)
			printf("\"hangs\", ");
		else
			printf("%d, ", k->end);
		quoted(k->out);
		printf(", ");
		quoted(k->err);
		printf("]\n");
	}
}

int main(int argc, char **argv)
{
	long runs, begun = 0, first;
	int at_once, busy = 0;
	uint64_t limit_ms, until_ms;

	if (argc < 7) {
		fprintf(stderr, "usage: runs RUNS AT_ONCE SECONDS LIMIT_MS "
				"FIRST PROGRAM [ARGUMENT]...\n");
		return 2;
	}
	runs = atol(argv[1]);
	at_once = atoi(argv[2]);
	until_ms = now_ms() + (uint64_t)atol(argv[3]) * 1000;
	limit_ms = (uint64_t)atol(argv[4]);
	first = atol(argv[5]);
	if (at_once < 1 || at_once > AT_ONCE_MAX)
		return 2;
	if (!mkdtemp(home))
		die(home);
	for (int i = 0; i < at_once; i++) {
		snprintf(run[i].place, sizeof run[i].place, "%s/%d", home, i);
		if (mkdir(run[i].place, 0700))
			die(run[i].place);
	}
	do {
		busy = 0;
		for (int i = 0; i < at_once; i++) {
			if (!run[i].pid && begun < runs &&
				now_ms() < until_ms) {
				begin(&run[i], first + begun, argv + 6);
				begun++;
			}
			busy += run[i].pid != 0;
		}
		if (busy)
			look(at_once, limit_ms);
	} while (busy);
	for (int i = 0; i < at_once; i++)
		rmdir(run[i].place);
	rmdir(home);
	tell(begun);
	return 0;
}
