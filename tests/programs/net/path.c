/* SPDX-License-Identifier: MIT */
/* path: sockets whose names are paths, as the threads come
 *
 * A connect before the file is there, between bind and listen, or behind
 * both.  Each execution begins without the file.
 *
 * check: --exhaustive
 * args: bound
 * verdict: verified
 * states: none refused connected
 * native: sc
 *
 * The same, while the file is removed behind that: a connect finds it before,
 * or not.
 *
 * check: --exhaustive
 * args: removed
 * verdict: verified
 * states: none connected
 * native: sc
 *
 * Two that want one path: one of them gets it.
 *
 * check: --exhaustive
 * args: taken
 * verdict: verified
 * states: got=1 got=2
 *
 * A backlog of 0 has room for one: the second one to connect waits until the
 * first is taken.
 *
 * check: --exhaustive
 * args: full
 * verdict: verified
 * states: taken=2
 *
 * Who waits for room looks again where the path leads when there is some: to
 * nothing any more.
 *
 * check: --exhaustive
 * args: late
 * verdict: verified
 * states: in=0
 * native: sc
 *
 * What was done before bind is known to who finds the path.
 *
 * check: --exhaustive
 * args: known
 * verdict: verified
 * races: none
 * states: 0 1
 */
#include "test.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

static const struct sockaddr_un path = {AF_UNIX, "path.socket"};
static int listens, result[3], known;
static atomic_int over;

#define A(a) ((const struct sockaddr *)&(a))

static int stream(void)
{
	int s = socket(AF_UNIX, SOCK_STREAM, 0);

	assert(s >= 0);
	return s;
}

static void *serves(void *unused)
{
	known = 1;
	assert(bind(listens, A(path), sizeof path) == 0);
	assert(listen(listens, 1) == 0);
	return unused;
}

static void *removes(void *unused)
{
	assert(unlink(path.sun_path) == 0);
	return unused;
}

static void *wants(void *arg)
{
	int rc = bind(stream(), A(path), sizeof path);

	assert(rc == 0 || errno == EADDRINUSE);
	result[*(int *)arg] = rc == 0;
	return NULL;
}

static void *comes(void *arg)
{
	int rc = connect(stream(), A(path), sizeof path);

	assert(rc == 0 || errno == ENOENT);
	result[*(int *)arg] = rc == 0;
	return NULL;
}

static const char *connects(void)
{
	if (connect(stream(), A(path), sizeof path) == 0)
		return "connected";
	assert(errno == ENOENT || errno == ECONNREFUSED);
	return errno == ENOENT ? "none" : "refused";
}

static void *finds(void *unused)
{
	struct stat st;

	result[0] = stat(path.sun_path, &st) == 0 && known;
	return unused;
}

/* Two connect where there is room for one. */
static void crowd(void)
{
	static int number[] = {0, 1, 2};
	pthread_t t = start(comes, &number[1]), u = start(comes, &number[2]);

	for (int i = 0; i < 2; i++)
		assert(accept(listens, NULL, NULL) >= 0);
	finish(t);
	finish(u);
	printf("taken=%d\n", result[1] + result[2]);
}

/* It connects while there is no room, and the name is gone before there is. */
static void late(void)
{
	static int number = 1;
	pthread_t t;

	assert(connect(stream(), A(path), sizeof path) == 0);
	t = start(comes, &number);
	removes(NULL);
	assert(accept(listens, NULL, NULL) >= 0);
	finish(t);
	printf("in=%d\n", result[1]);
}

int main(int argc, char **argv)
{
	static int number[] = {0, 1, 2};
	const char *what = argv[argc - 1];
	pthread_t t, u;

	unlink(path.sun_path);
	listens = stream();
	switch (what[0]) {
	case 'b':
		t = start(serves, NULL);
		puts(connects());
		finish(t);
		break;
	case 'r':
		serves(NULL);
		t = start(removes, NULL);
		puts(connects());
		finish(t);
		break;
	case 't':
		t = start(wants, &number[1]);
		u = start(wants, &number[2]);
		finish(t);
		finish(u);
		assert(result[1] + result[2] == 1);
		printf("got=%d\n", result[1] ? 1 : 2);
		break;
	case 'k':
		t = start(serves, NULL);
		u = start(finds, NULL);
		finish(t);
		finish(u);
		printf("%d\n", result[0]);
		break;
	default:
		assert(bind(listens, A(path), sizeof path) == 0);
		assert(listen(listens, 0) == 0);
		if (what[0] == 'l')
			late();
		else
			crowd();
	}
	unlink(path.sun_path);
	return 0;
}
