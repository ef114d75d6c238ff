/* SPDX-License-Identifier: MIT */
/* fifo: a pipe with a name: who opens one end waits until the other one was
 * opened, though it may be closed again by then
 *
 * check: --exhaustive
 * args: meet
 * default: checkpoint
 * verdict: verified
 * states: x
 *
 * check: --exhaustive
 * args: gone
 * verdict: verified
 *
 * check: --exhaustive
 * args: alone
 * verdict: bug deadlock
 *
 * check: --exhaustive
 * args: once
 * verdict: verified
 * states: ENXIO opened
 *
 * check: --exhaustive
 * args: handler
 * verdict: verified
 * states: EINTR opened
 *
 * check: --exhaustive
 * args: cancel
 * verdict: verified
 *
 * check: --exhaustive
 * args: tries
 * verdict: verified
 * states: x
 *
 * check: --exhaustive
 * args: ready
 * verdict: verified
 */
#include "test.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>

static char path[] = "./fifo-XXXXXX";

static void *writes(void *arg)
{
	int fd = open(path, O_WRONLY);

	assert(fd >= 0);
	if (arg)
		assert(write(fd, "x", 1) == 1);
	close(fd);
	return arg;
}

static void *reads(void *arg)
{
	char c = '-';
	int fd = open(path, O_RDONLY);

	assert(fd >= 0);
	assert(read(fd, &c, 1) == (arg != NULL));
	if (arg) {
		printf("%c\n", c);
		assert(read(fd, &c, 1) == 0);
	}
	close(fd);
	return arg;
}

static void *reads_at_once(void *unused)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK);
	char c;

	assert(fd >= 0);
	assert(read(fd, &c, 1) == 0 || errno == EAGAIN);
	close(fd);
	return unused;
}

static void *waits(void *unused)
{
	open(path, O_RDONLY);
	return unused;
}

static void nothing(int number)
{
	(void)number;
}

static void nobody_has_it(void)
{
	int fd;

	assert(open(path, O_WRONLY | O_NONBLOCK) == -1 && errno == ENXIO);
	assert((fd = dup(0)) == 3);
	close(fd);
}

static bool was_interrupted;

static void *interrupted(void *unused)
{
	int fd = open(path, O_RDONLY);

	was_interrupted = fd < 0;
	assert(fd >= 0 || errno == EINTR);
	puts(fd < 0 ? "EINTR" : "opened");
	if (fd >= 0)
		close(fd);
	return unused;
}

/* It comes before the call, and a writer ends that, or while it waits. */
static void handler(void)
{
	struct sigaction a = {.sa_handler = nothing};
	pthread_t t, w;
	int fd = -1;

	sigaction(SIGUSR1, &a, NULL);
	t = start(interrupted, NULL);
	pthread_kill(t, SIGUSR1);
	w = start(writes, NULL);
	finish(t);
	if (was_interrupted)
		fd = open(path, O_RDWR);
	finish(w);
	if (was_interrupted)
		close(fd);
	nobody_has_it();
}

static void ready(void)
{
	struct pollfd p[2] = {{.events = POLLIN}, {.events = POLLOUT}};
	struct stat st;
	char c;

	p[0].fd = open(path, O_RDONLY | O_NONBLOCK);
	assert(poll(p, 1, 0) == 0);
	p[1].fd = open(path, O_WRONLY);
	assert(poll(p, 2, 0) == 1 && p[1].revents == POLLOUT);
	assert(write(p[1].fd, "y", 1) == 1);
	close(p[1].fd);
	assert(poll(p, 1, 0) == 1 && p[0].revents == (POLLIN | POLLHUP));
	assert(read(p[0].fd, &c, 1) == 1 && c == 'y');
	assert(poll(p, 1, 0) == 1 && p[0].revents == POLLHUP);
	close(p[0].fd);
	p[0].fd = open(path, O_RDWR);
	assert(mkfifo("./fifo-other", 0600) == 0);
	assert(open("./fifo-other", O_WRONLY | O_NONBLOCK) == -1);
	assert(errno == ENXIO && unlink("./fifo-other") == 0);
	assert(write(p[0].fd, "z", 1) == 1 && read(p[0].fd, &c, 1) == 1);
	assert(fstat(p[0].fd, &st) == 0 && S_ISFIFO(st.st_mode));
	assert((st.st_mode & 0777) == 0600);
	close(p[0].fd);
	nobody_has_it();
}

int main(int argc, char **argv)
{
	const char *what = argv[argc - 1];
	pthread_t t;
	void *result;
	int fd;

	assert(mktemp(path) && mkfifo(path, 0600) == 0);
	if (strcmp(what, "meet") == 0 || strcmp(what, "gone") == 0) {
		void *arg = *what == 'm' ? path : NULL;

		t = start(reads, arg);
		writes(arg);
		finish(t);
		nobody_has_it();
	} else if (strcmp(what, "alone") == 0) {
		unlink(path);
		mkfifo(path, 0600);
		t = start(waits, NULL);
		finish(t);
	} else if (strcmp(what, "once") == 0) {
		t = start(reads_at_once, NULL);
		fd = open(path, O_WRONLY | O_NONBLOCK);
		assert(fd >= 0 || errno == ENXIO);
		puts(fd < 0 ? "ENXIO" : "opened");
		if (fd >= 0)
			close(fd);
		finish(t);
	} else if (strcmp(what, "handler") == 0) {
		handler();
	} else if (strcmp(what, "cancel") == 0) {
		t = start(waits, NULL);
		pthread_cancel(t);
		pthread_join(t, &result);
		assert(result == PTHREAD_CANCELED);
		nobody_has_it();
	} else if (strcmp(what, "tries") == 0) {
		t = start(reads, path);
		while ((fd = open(path, O_WRONLY | O_NONBLOCK)) < 0)
			sched_yield();
		assert(write(fd, "x", 1) == 1);
		close(fd);
		finish(t);
	} else {
		ready();
	}
	unlink(path);
	return 0;
}
